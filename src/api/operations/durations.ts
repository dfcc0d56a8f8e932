import { Histogram, type Registry } from 'prom-client';

const labelNames = ['method', 'route', 'status'] as const;
type Label = (typeof labelNames)[number];

const name = 'tessera_http_request_duration_seconds';
const help = 'Time from the arrival of a request to the end of its response.';
const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

/** The durations of the responses with the same labels. */
export class AnswerDurations {
  readonly labels: Readonly<Record<Label, string>>;
  /** The count of each bucket, not cumulative; the last one has no upper bound. */
  readonly counts: number[] = new Array(buckets.length + 1).fill(0);
  sum = 0;

  constructor(labels: Readonly<Record<Label, string>>) {
    this.labels = labels;
  }

  observe(seconds: number): void {
    let bucket = 0;
    while (bucket < buckets.length && seconds > (buckets[bucket] ?? 0)) bucket += 1;
    this.counts[bucket] = (this.counts[bucket] ?? 0) + 1;
    this.sum += seconds;
  }
}

/**
 * The histogram of response times. The library looks the series of the labels up on every observation, which is
 * measurable at this rate. Here a response keeps its series, and the library's format is made on each scrape.
 */
export class RequestDurations extends Histogram<Label> {
  readonly #kinds = new Map<string, AnswerDurations>();

  constructor(registry: Registry) {
    super({ name, help, labelNames, buckets, registers: [registry] });
  }

  answers(method: string, route: string, status: number): AnswerDurations {
    const kind = `${status} ${method} ${route}`;
    const existing = this.#kinds.get(kind);
    if (existing) return existing;
    const durations = new AnswerDurations({ method, route, status: String(status) });
    this.#kinds.set(kind, durations);
    return durations;
  }

  /** Overrides the method that the registry calls on each scrape. */
  async getForPromString() {
    const values = [...this.#kinds.values()].flatMap(valuesOf);
    return { name, help, type: 'histogram', aggregator: 'sum', values };
  }
}

function valuesOf({ labels: sharedLabels, counts, sum }: AnswerDurations) {
  let soFar = 0;
  const upTo = [...buckets, '+Inf'].map((le, index) => {
    soFar += counts[index] ?? 0;
    return { metricName: `${name}_bucket`, labels: { le }, sharedLabels, value: soFar };
  });
  return [
    ...upTo,
    { metricName: `${name}_sum`, labels: {}, sharedLabels, value: sum },
    { metricName: `${name}_count`, labels: {}, sharedLabels, value: soFar },
  ];
}
