/** How many requests of an API client a node stores: `atOnce`, then one in each `interval` milliseconds. */
interface SampleRule {
  readonly atOnce: number;
  readonly interval: number;
}

/** Together at most 18,380 rows a day. */
export const sampleRules = {
  succeeded: { atOnce: 100, interval: 10_000 },
  failed: { atOnce: 1_000, interval: 10_000 },
} as const satisfies Readonly<Record<string, SampleRule>>;

/** The requests in the memory of a node, until they are stored a second later. */
export const maxBufferedRequests = 5_000;

/** A token bucket in one number, since it is asked for every request. */
export class RequestSample {
  readonly #interval: number;
  readonly #mostAhead: number;
  /** When the bucket is full again, in milliseconds. */
  #fullAt = 0;
  #skipped = 0;

  constructor({ atOnce, interval }: SampleRule) {
    this.#interval = interval;
    this.#mostAhead = (atOnce - 1) * interval;
  }

  /** How many requests this one stands for: itself and those before it that were not stored. 0: it is not stored. */
  take(now: number, hasRoom: boolean): number {
    const fullAt = Math.max(this.#fullAt, now);
    if (!hasRoom || fullAt - now > this.#mostAhead) {
      this.#skipped += 1;
      return 0;
    }
    this.#fullAt = fullAt + this.#interval;
    const requests = this.#skipped + 1;
    this.#skipped = 0;
    return requests;
  }

  isFullAt(now: number): boolean {
    return this.#fullAt <= now;
  }
}

/** Filters of the log. */
export const statusClasses = ['2xx', '3xx', '4xx', '5xx'] as const;
export type StatusClass = (typeof statusClasses)[number];
