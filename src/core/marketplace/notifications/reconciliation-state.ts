import { isLeased } from '../../lease.ts';

/** The counts of a comparison of a connection's subscriptions. */
export interface ReconciliationResult {
  readonly compared: number;
  /** Skipped, because they could not be parsed. */
  readonly unreadable: number;
  readonly repaired: number;
  readonly unrepaired: number;
  /** Of licences: whether those without a contract were compared with the agreements. */
  readonly comparesAgreements?: boolean;
}

/** A comparison that was requested. The lease clears request and failure; the end clears the lease. */
export interface RequestedReconciliation {
  /** Nobody has taken the request yet. */
  readonly isRequested: boolean;
  readonly leasedUntil: Date | null;
  readonly result: ReconciliationResult | null;
  readonly failure: string | null;
}

export type ReconciliationState =
  /** Any node can take it. */
  | { readonly state: 'requested' }
  | { readonly state: 'running' }
  /** The node that took it has died. */
  | { readonly state: 'abandoned' }
  | { readonly state: 'failed'; readonly failure: string }
  | { readonly state: 'done'; readonly result: ReconciliationResult };

export function reconciliationState(
  { isRequested, leasedUntil, result, failure }: RequestedReconciliation,
  now: Date,
): ReconciliationState {
  const isRunning = isLeased({ leasedUntil }, now) && failure === null;
  if (isRunning) return { state: 'running' };
  if (isRequested) return { state: 'requested' };
  if (failure !== null) return { state: 'failed', failure };
  return leasedUntil === null && result ? { state: 'done', result } : { state: 'abandoned' };
}
