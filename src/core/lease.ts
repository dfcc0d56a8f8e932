const minute = 60_000;

/**
 * The lease time of each kind of work: longer than it takes, so that a worker that has not settled by then has died.
 */
const leaseMilliseconds = {
  /** Three rounds of requests to the marketplace. */
  usageReport: 2 * minute,
  /** The wait in the lane and one POST. */
  webhookDelivery: minute / 2,
  /** All requests to the marketplace for one notification. */
  notification: 2 * minute,
  /** Handing over one mail. */
  mail: 2 * minute,
  /** One page of subscriptions; also the pause after a failed comparison. */
  subscriptionComparison: 10 * minute,
  /** The usage of some days; also the pause after a failed comparison. */
  usageComparison: 15 * minute,
};
export type LeasedWork = keyof typeof leaseMilliseconds;

/** A row of a queue. Each attempt has its lease; the number of the attempt is the fencing token. */
export interface Leasable {
  /** The time from which it may be taken. */
  readonly dueAt: Date;
  /** The number of attempts; the last one is the latest. */
  readonly attempts: number;
  /** The end of the latest lease; null once it is settled or released. */
  readonly leasedUntil: Date | null;
}

/** Which rows may be taken at a moment, and the new lease. Queries take their bounds from here. */
export interface LeaseTerms {
  /** Only rows that are due by then. */
  readonly dueBy: Date;
  /** A lease that ends by then has expired. */
  readonly lapsedBy: Date;
  /** The end of the new lease. */
  readonly leasedUntil: Date;
}

export function leaseTerms(work: LeasedWork, now: Date): LeaseTerms {
  return { dueBy: now, lapsedBy: now, leasedUntil: new Date(now.getTime() + leaseMilliseconds[work]) };
}

/** A lease expires by time alone. */
export function isLeased({ leasedUntil }: Pick<Leasable, 'leasedUntil'>, now: Date): boolean {
  return leasedUntil !== null && now < leasedUntil;
}

/** Takes a row that is due and not leased; null: it cannot be taken. */
export function take<Row extends Leasable>(row: Row, terms: LeaseTerms): Row | null {
  if (terms.dueBy < row.dueAt || isLeased(row, terms.lapsedBy)) return null;
  return { ...row, attempts: row.attempts + 1, leasedUntil: terms.leasedUntil };
}

/**
 * Whether the lease of this attempt is current: the latest, and neither settled nor released. An expired lease is
 * current until another worker takes the row.
 */
export function isCurrentLease({ attempts, leasedUntil }: Omit<Leasable, 'dueAt'>, attempt: number): boolean {
  return leasedUntil !== null && attempts === attempt;
}

/**
 * The lease of a batch: rows of a queue that one worker has taken together. The rows are written when they are settled.
 */
export interface BatchLease {
  /** The fencing token: every take creates another, and ending the lease deletes it. */
  readonly leaseId: string;
  /** The random id of the worker that took it. */
  readonly holder: string;
  readonly leasedUntil: Date;
  /** The ids of the rows. They stay leased until the lease ends, even after it has expired. */
  readonly ids: ReadonlySet<string>;
}

/** A worker, with the leases that it is working on. */
export interface LeaseHolder {
  readonly holder: string;
  readonly working: ReadonlySet<string>;
}

/** A row with the state of its batch lease: being in one is an attempt that the row does not count yet. */
export function underLease<Row extends Leasable>(
  row: Row,
  id: string,
  leases: readonly Pick<BatchLease, 'ids' | 'leasedUntil'>[],
): Row {
  const lease = leases.find(({ ids }) => ids.has(id));
  return lease ? { ...row, attempts: row.attempts + 1, leasedUntil: lease.leasedUntil } : row;
}

/**
 * The lease of a lane, the queue of one owner. Only its holder processes the due rows, and knows which are in flight.
 * The rows are written once, when they are settled.
 */
export interface LaneLease {
  /** The fencing token: larger with every holder. */
  readonly token: number;
  /** The random id of a worker. */
  readonly holder: string;
  /** Null: the holder has ended it. */
  readonly leasedUntil: Date | null;
}

/** Whether results under this token count. They do after the lease has expired, until another worker takes the lane. */
export function isCurrentLane({ token, leasedUntil }: LaneLease, taken: number): boolean {
  return leasedUntil !== null && token === taken;
}
