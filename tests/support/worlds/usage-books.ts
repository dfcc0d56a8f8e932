/** One record as a client sent it. */
export interface SentRecord {
  readonly resourceId: string;
  readonly dimension: string;
  readonly hour: Date;
  readonly quantity: number;
}

export interface UsageResult {
  readonly outcome: string;
  readonly reportId: string | null;
  readonly quantity: number | null;
  readonly error: {
    readonly code: string;
    readonly args: { readonly reportId?: string; readonly reportedQuantity?: number };
  } | null;
}

/** The outcome of one record, and the two instants between which it was decided. */
interface Entry {
  readonly client: string;
  readonly request: number;
  readonly record: SentRecord;
  readonly result: UsageResult;
  readonly sentAt: number;
  readonly answered: number;
}

export const hourText = ({ resourceId, dimension, hour }: Omit<SentRecord, 'quantity'>) =>
  `${resourceId} ${dimension} ${hour.toISOString()}`;

/** The clients' own log: requests, responses and their order. It determines the final quantities at the marketplace. */
export class UsageBooks {
  readonly #entries = new Map<string, Entry[]>();
  readonly outcomes = new Map<string, number>();
  #moment = 0;
  #requests = 0;

  /** The next logical time. */
  tick(): number {
    return ++this.#moment;
  }

  /** The number of requests with a final response. */
  get requests(): number {
    return this.#requests;
  }

  /** Records the response to one request. */
  note(
    client: string,
    records: readonly SentRecord[],
    results: readonly UsageResult[],
    { sentAt, answered }: { readonly sentAt: number; readonly answered: number },
  ): void {
    if (results.length !== records.length) throw new Error('An answer has as many results as records');
    const request = ++this.#requests;
    for (const [index, record] of records.entries()) {
      const result = results[index];
      if (!result) throw new Error('The result is missing');
      this.outcomes.set(result.outcome, (this.outcomes.get(result.outcome) ?? 0) + 1);
      const text = hourText(record);
      const entries = this.#entries.get(text) ?? [];
      entries.push({ client, request, record, result, sentAt, answered });
      this.#entries.set(text, entries);
    }
  }

  /** The possible final quantities of each hour: one, unless several clients reported it concurrently. */
  expected(): ReadonlyMap<string, readonly number[]> {
    return new Map([...this.#entries].map(([text, entries]) => [text, lastTaken(entries)]));
  }

  /** Describes every impossible outcome. */
  complaints(): readonly string[] {
    return [...this.#entries].flatMap(([text, entries]) => [
      ...contradictions(entries).map((complaint) => `${text}: ${complaint}`),
    ]);
  }
}

const isTaken = ({ result }: Entry) => result.outcome !== 'Refused';

/** The records that no other record certainly followed; of one request, the last one for the hour. */
function lastTaken(entries: readonly Entry[]): readonly number[] {
  const taken = [
    ...new Map(entries.filter(isTaken).map((entry) => [entry.request, entry] as const)).values(),
  ];
  const last = taken.filter(
    ({ answered, record }) =>
      !taken.some((other) => other.sentAt > answered && other.record.quantity !== record.quantity),
  );
  return [...new Set(last.map(({ record }) => record.quantity))];
}

function contradictions(entries: readonly Entry[]): readonly string[] {
  const found: string[] = [];
  const firsts = entries.filter(({ result }) => result.outcome === 'Recorded');
  if (firsts.length !== 1) found.push(`Recorded ${firsts.length} times`);
  const reportIds = new Set(
    entries.map(({ result }) => result.reportId ?? result.error?.args.reportId ?? 'none'),
  );
  if (reportIds.size !== 1) found.push(`is the reports ${[...reportIds].join(', ')}`);

  for (const { result, record, answered } of entries) {
    if (result.outcome !== 'Refused') {
      if (result.quantity !== record.quantity) {
        found.push(`${record.quantity} was taken as ${result.quantity}`);
      }
      continue;
    }
    const { code, args } = result.error ?? { code: 'nothing', args: {} };
    if (code !== 'metering.window_already_reported') found.push(`refused for ${code}`);
    if (args.reportedQuantity === record.quantity) found.push(`${record.quantity} was refused for itself`);
    // From the first refusal on the quantity is frozen.
    for (const later of entries.filter(({ sentAt }) => sentAt > answered)) {
      const frozen = later.result.error?.args.reportedQuantity ?? later.result.quantity;
      if (later.result.outcome !== 'Refused' && later.result.outcome !== 'Unchanged') {
        found.push(`${later.result.outcome} after it was refused`);
      }
      if (frozen !== args.reportedQuantity) found.push(`frozen as ${args.reportedQuantity}, then ${frozen}`);
    }
  }
  if (new Set(entries.map(({ client }) => client)).size === 1) found.push(...untruths(entries));
  return found;
}

/** With a single sequential client, every outcome follows from those before. */
function untruths(entries: readonly Entry[]): readonly string[] {
  let current: number | undefined;
  const found: string[] = [];
  for (const { record, result } of entries) {
    const { quantity } = record;
    const possible =
      current === undefined ? ['Recorded'] : current === quantity ? ['Unchanged'] : ['Replaced', 'Refused'];
    if (!possible.includes(result.outcome)) found.push(`${quantity} after ${current} was ${result.outcome}`);
    const reported = result.error?.args.reportedQuantity;
    if (reported !== undefined && reported !== current) {
      found.push(`refused for ${reported} when it was ${current}`);
    }
    if (result.outcome !== 'Refused') current = quantity;
  }
  return found;
}
