import { admit, type Circuit, closedCircuit, settle } from '../../core/network/circuit-breaker.ts';
import { pauseAfter, usageRetryPolicy } from '../../core/retry.ts';

/** Opens at the first failure: each further batch would freeze the quantities of 25 more reports in vain. */
const failuresToOpen = 1;
/** A probe without a result counts as lost after the longest pause. */
const probeRule = { failuresToOpen, pauseMilliseconds: usageRetryPolicy.maxPauseMilliseconds };

export interface CallFailure {
  readonly now: Date;
  /** From 0 up to, but not including, 1. */
  readonly chance: number;
  readonly retryAfterSeconds: number | null;
}

/**
 * The circuits of marketplace connections. A failing connection pauses with growing back-off, at least for
 * `Retry-After`; then a single probe may be sent, and any response closes the circuit. Each node has its own.
 */
export class ConnectionCircuits {
  readonly #open = new Map<string, Circuit>();
  readonly #onChange: (open: number) => void;

  constructor(onChange: (open: number) => void) {
    this.#onChange = onChange;
    onChange(0);
  }

  /** Whether a request may be sent now. With an open circuit, true is the one probe of this pause. */
  admits(connection: string, now: Date): boolean {
    const before = this.#open.get(connection) ?? closedCircuit;
    const { isAdmitted, circuit } = admit(before, now.getTime(), probeRule);
    if (before !== closedCircuit) this.#open.set(connection, circuit);
    return isAdmitted;
  }

  isOpen(connection: string): boolean {
    return this.#open.has(connection);
  }

  answered(connection: string): void {
    if (this.#open.delete(connection)) this.#onChange(this.#open.size);
  }

  /** Opens the circuit; returns the end of the pause. */
  failed(connection: string, { now, chance, retryAfterSeconds }: CallFailure): Date {
    const before = this.#open.get(connection) ?? closedCircuit;
    const retryAfterMilliseconds = retryAfterSeconds === null ? null : retryAfterSeconds * 1_000;
    const pauseMilliseconds = pauseAfter(
      before.failures + 1,
      chance,
      usageRetryPolicy,
      retryAfterMilliseconds,
    );
    this.#open.set(connection, settle(before, false, now.getTime(), { failuresToOpen, pauseMilliseconds }));
    this.#onChange(this.#open.size);
    return new Date(now.getTime() + pauseMilliseconds);
  }
}
