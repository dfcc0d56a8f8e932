export interface CircuitRule {
  /** Consecutive failures after which nothing is tried any more. */
  readonly failuresToOpen: number;
  /** Until the next try. Whoever lets it grow with the failures gives another one each time. */
  readonly pauseMilliseconds: number;
}

/** What is known of somebody outside who may be down. Instants are in milliseconds. */
export interface Circuit {
  /** In a row. */
  readonly failures: number;
  /** Open: the instant of the next try. Null: closed. */
  readonly retryAt: number | null;
}

export const closedCircuit: Circuit = { failures: 0, retryAt: null };

/**
 * Closed, everybody may try. Open, nobody may until the pause is over; then one may, and the pause begins anew for
 * all others, so that a try whose end is never heard of costs another pause and no more.
 */
export function admit(
  circuit: Circuit,
  now: number,
  { pauseMilliseconds }: CircuitRule,
): { readonly isAdmitted: boolean; readonly circuit: Circuit } {
  if (circuit.retryAt === null) return { isAdmitted: true, circuit };
  if (now < circuit.retryAt) return { isAdmitted: false, circuit };
  return { isAdmitted: true, circuit: { ...circuit, retryAt: now + pauseMilliseconds } };
}

/** A success closes the circuit, whenever it began. Failures in a row open it, and each further one keeps it so. */
export function settle(
  circuit: Circuit,
  hasSucceeded: boolean,
  now: number,
  { failuresToOpen, pauseMilliseconds }: CircuitRule,
): Circuit {
  if (hasSucceeded) return closedCircuit;
  const failures = circuit.failures + 1;
  return { failures, retryAt: failures < failuresToOpen ? null : now + pauseMilliseconds };
}
