import type { EntitlementDocument } from '../types.ts';

/** When a cached answer was confirmed. Times are those of the steady clock. */
export interface Confirmation {
  /** The start of the request. */
  confirmedAt: number;
  /** The position of the request's start among requests and messages of the stream; 0 for an answer of the store. */
  order: number;
}

/** What the change stream vouches for: answers whose request began after `since`, until `aliveUntil`. */
export class Coverage {
  since = Number.POSITIVE_INFINITY;
  aliveUntil = Number.NEGATIVE_INFINITY;
  #order = 0;

  /** The next position among the starts of requests and the messages of the stream. */
  next(): number {
    return ++this.#order;
  }
}

/**
 * Whether the service is not asked again: changes would have been announced, or the answer is young. An answer of the store
 * is asked for again: another process has confirmed it.
 */
export function isCovered(
  { confirmedAt, order }: Confirmation,
  coverage: Pick<Coverage, 'since' | 'aliveUntil'>,
  now: number,
  freshFor: number,
): boolean {
  const isYoung = order > 0 && now - confirmedAt < freshFor;
  return isYoung || (order > coverage.since && now < coverage.aliveUntil);
}

/** What an answer that cannot be confirmed is worth. */
export function unconfirmedResponse(
  { confirmedAt }: Confirmation,
  now: number,
  { grace, afterGrace }: { readonly grace: number; readonly afterGrace: 'deny' | 'lastKnown' },
): 'lastKnown' | 'deny' {
  return now - confirmedAt <= grace ? 'lastKnown' : afterGrace;
}

/**
 * How long after its evaluation the entitlement changes by the clock: no message announces that in time. Both timestamps
 * are the service's, so its clock may differ from ours.
 */
export function changesAfter({ evaluatedAt, validUntil, trialEndsAt }: EntitlementDocument): number {
  const waits = [validUntil, trialEndsAt]
    .map((end) => (end === null ? Number.NaN : Date.parse(end) - Date.parse(evaluatedAt)))
    .filter((wait) => wait > 0);
  return Math.min(...waits);
}
