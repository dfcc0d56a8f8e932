const minute = 60_000;

/** For how long each kind of work is leased: longer than it takes, so that a worker that has not settled by then has died. */
const leaseMilliseconds = {
  /** Three rounds of calls to the marketplace. */
  usageReport: 2 * minute,
  /** The wait for a turn and one post. */
  webhookDelivery: minute / 2,
  /** Every call to the marketplace that applying one needs. */
  notification: 2 * minute,
  /** Handing over one mail. */
  supportDigest: 2 * minute,
  /** One page of subscriptions; a comparison that failed is repeated after this. */
  subscriptionComparison: 10 * minute,
  /** Reading the usage of some days; a comparison that failed is repeated after this. */
  usageComparison: 15 * minute,
};
export type LeasedWork = keyof typeof leaseMilliseconds;

/** A row of a queue. Each attempt has its lease; the number of the attempt is the fencing token. */
export interface Leasable {
  /** From when on it may be taken. */
  readonly dueAt: Date;
  /** How often it has been taken, and which attempt is the latest. */
  readonly attempts: number;
  /** Until when the latest attempt keeps others away; null once it is settled or released. */
  readonly leasedUntil: Date | null;
}

/** Which rows may be taken at a moment, and what taking does. Queries take their bounds from here. */
export interface LeaseTerms {
  /** Only rows that are due by then. */
  readonly dueBy: Date;
  /** A lease that ends by then has lapsed. */
  readonly lapsedBy: Date;
  /** The end of the lease that is taken. */
  readonly leasedUntil: Date;
}

export function leaseTerms(work: LeasedWork, now: Date): LeaseTerms {
  return { dueBy: now, lapsedBy: now, leasedUntil: new Date(now.getTime() + leaseMilliseconds[work]) };
}

/** A lease expires by time alone; nobody has to take it back. */
export function isLeased({ leasedUntil }: Pick<Leasable, 'leasedUntil'>, now: Date): boolean {
  return leasedUntil !== null && now < leasedUntil;
}

/** Takes a row that is due and not leased; null: it cannot be taken. */
export function take<Row extends Leasable>(row: Row, terms: LeaseTerms): Row | null {
  if (terms.dueBy < row.dueAt || isLeased(row, terms.lapsedBy)) return null;
  return { ...row, attempts: row.attempts + 1, leasedUntil: terms.leasedUntil };
}

/** A row with the worker that leased it last. */
export interface LeasableByHolder extends Leasable {
  readonly holder: string | null;
}

/**
 * Takes a row as `take` does, and at once one of the worker's own leases. Only for a worker that works on nothing: its
 * connection was lost before a take or a settle was answered.
 */
export function takeAgain<Row extends LeasableByHolder>(
  row: Row,
  holder: string,
  terms: LeaseTerms,
): Row | null {
  const taken = take(row.holder === holder ? { ...row, leasedUntil: null } : row, terms);
  return taken && { ...taken, holder };
}

/**
 * Whether the lease of this attempt still counts: it is the latest, and neither settled nor released. One that expired and
 * that nobody took over still counts.
 */
export function isCurrentLease({ attempts, leasedUntil }: Omit<Leasable, 'dueAt'>, attempt: number): boolean {
  return leasedUntil !== null && attempts === attempt;
}

/**
 * Ends the lease, with a result or, released, without one. The row may be due again later. Null when the lease no longer
 * counts.
 */
export function settle<Row extends Leasable>(row: Row, attempt: number, dueAt = row.dueAt): Row | null {
  return isCurrentLease(row, attempt) ? { ...row, leasedUntil: null, dueAt } : null;
}

/**
 * The lease of a batch: rows of a queue that one worker has taken together. The rows themselves are not written before
 * they are settled.
 */
export interface BatchLease {
  /** The fencing token: every take makes another, and ending the lease removes it. */
  readonly leaseId: string;
  /** The random id of the worker that took it. */
  readonly holder: string;
  readonly leasedUntil: Date;
  /** The ids of the rows. They stay taken until the lease ends, also when it has lapsed. */
  readonly ids: ReadonlySet<string>;
}

/** A worker, with the leases that it is working on. */
export interface LeaseHolder {
  readonly holder: string;
  readonly working: ReadonlySet<string>;
}

/** A row as it stands under the leases of its queue: being in one is an attempt that the row does not count yet. */
export function underLease<Row extends Leasable>(
  row: Row,
  id: string,
  leases: readonly Pick<BatchLease, 'ids' | 'leasedUntil'>[],
): Row {
  const lease = leases.find(({ ids }) => ids.has(id));
  return lease ? { ...row, attempts: row.attempts + 1, leasedUntil: lease.leasedUntil } : row;
}

/**
 * Whether a worker may end a lease without a result: it has lapsed, or it is the worker's own and nobody works on it.
 * The latter is left by a connection that was lost before a take or a settle was answered.
 */
export function mayRelease(
  lease: Pick<BatchLease, 'leaseId' | 'holder' | 'leasedUntil'>,
  { holder, working }: LeaseHolder,
  now: Date,
): boolean {
  return !isLeased(lease, now) || (lease.holder === holder && !working.has(lease.leaseId));
}
