import { isLeased, type LeaseTerms } from './lease.ts';

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

/**
 * Takes a lane that is free or whose lease has expired; null: it cannot be taken. The holder takes its own lease at
 * once and keeps the token: it has work in flight, or the response to its last take was lost.
 */
export function takeLane(lease: LaneLease | null, holder: string, terms: LeaseTerms): LaneLease | null {
  const { leasedUntil } = terms;
  if (lease === null) return { token: 1, holder, leasedUntil };
  if (lease.leasedUntil !== null && lease.holder === holder) {
    // A take over a stalled connection may arrive after a later one.
    return { ...lease, leasedUntil: leasedUntil > lease.leasedUntil ? leasedUntil : lease.leasedUntil };
  }
  return isLeased(lease, terms.lapsedBy) ? null : { token: lease.token + 1, holder, leasedUntil };
}

/** Whether results under this token count. They do after the lease has expired, until another worker takes the lane. */
export function isCurrentLane({ token, leasedUntil }: LaneLease, taken: number): boolean {
  return leasedUntil !== null && token === taken;
}
