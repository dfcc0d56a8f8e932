export interface CircuitRule {
  /** Consecutive failures that open the circuit. */
  readonly failuresToOpen: number;
  /** Time until the next attempt. A caller with a growing back-off passes a longer pause each time. */
  readonly pauseMilliseconds: number;
}

/** The state of a circuit breaker around a remote service. Instants are in milliseconds. */
export interface Circuit {
  /** Consecutive. */
  readonly failures: number;
  /** Open: the instant of the next attempt. Null: closed. */
  readonly retryAt: number | null;
}

export const closedCircuit: Circuit = { failures: 0, retryAt: null };

/**
 * A closed circuit admits every call. An open one admits a single call after each pause; the pause restarts with that
 * call, so a call that never settles costs only one more pause.
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

/** A success closes the circuit, even if the call began before it opened. Consecutive failures open it or keep it open. */
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
