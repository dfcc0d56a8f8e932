import {
  type BatchLease,
  isCurrentLease,
  isLeased,
  type LaneLease,
  type Leasable,
  type LeaseHolder,
  type LeaseTerms,
  take,
} from './lease.ts';

// What the SQL of leases does, as functions: tests compare the two.

/** A row with the worker that leased it last. */
export interface LeasableByHolder extends Leasable {
  readonly holder: string | null;
}

/**
 * Like `take`, but also takes the worker's own leases at once. Only for a worker without work in flight: its connection
 * was lost before a take or a settle returned.
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
 * Ends the lease, with a result or, when released, without one. The row may be due again later. Null if the lease is
 * not current.
 */
export function settle<Row extends Leasable>(row: Row, attempt: number, dueAt = row.dueAt): Row | null {
  return isCurrentLease(row, attempt) ? { ...row, leasedUntil: null, dueAt } : null;
}

/**
 * Whether a worker may end a lease without a result: it has expired, or it is the worker's own and not in progress. The
 * latter is left by a connection that was lost before a take or a settle returned.
 */
export function mayRelease(
  lease: Pick<BatchLease, 'leaseId' | 'holder' | 'leasedUntil'>,
  { holder, working }: LeaseHolder,
  now: Date,
): boolean {
  return !isLeased(lease, now) || (lease.holder === holder && !working.has(lease.leaseId));
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
