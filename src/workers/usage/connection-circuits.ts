import { admit, type Circuit, closedCircuit, settle } from '../../core/circuit-breaker.ts';
import { pauseAfter, usageRetryPolicy } from '../../core/retry.ts';

/** At the first failure: each further batch would freeze the quantities of 25 more reports for nothing. */
const failuresToOpen = 1;
/** For a probe whose end is never heard of: it has not come back within the longest pause. */
const probeRule = { failuresToOpen, pauseMilliseconds: usageRetryPolicy.maxPauseMilliseconds };

export interface CallFailure {
  readonly now: Date;
  /** From 0 up to, but not including, 1. */
  readonly chance: number;
  readonly retryAfterSeconds: number | null;
}

/**
 * Which marketplace connections are left alone because their calls fail. One rests for a pause that grows with every
 * failure and is at least what the marketplace asked for; then a single probe may try, and the first answer, whatever
 * it says, ends it all. Each node learns this for itself.
 */
export class ConnectionCircuits {
  readonly #open = new Map<string, Circuit>();
  readonly #onChange: (open: number) => void;

  constructor(onChange: (open: number) => void) {
    this.#onChange = onChange;
    onChange(0);
  }

  /** Whether the connection may be asked now. For one that fails, a yes is the one probe of this pause. */
  admits(connection: string, now: Date): boolean {
    const before = this.#open.get(connection) ?? closedCircuit;
    const { isAdmitted, circuit } = admit(before, now.getTime(), probeRule);
    if (before !== closedCircuit) this.#open.set(connection, circuit);
    return isAdmitted;
  }

  answered(connection: string): void {
    if (this.#open.delete(connection)) this.#onChange(this.#open.size);
  }

  /** Until when it rests. */
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
