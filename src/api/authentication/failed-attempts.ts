import type { RateLimitDecision } from '../../core/clients/rate-limit.ts';

export const failedAttemptsPerMinute = 60;
/** Requests of one address that wait; more are refused at once, so that nobody fills the memory. */
export const maxWaitingAttempts = 1_000;

interface Limiter {
  take(key: string, perMinute: number): RateLimitDecision;
  giveBack(key: string): void;
}

interface Waiting {
  proceed(): void;
  fail(error: unknown): void;
}

/** The attempts of an address that have not ended, and the requests that wait for their end. */
interface Pending {
  attempts: number;
  readonly waiting: Waiting[];
}

/**
 * Limits failed attempts per IP address. One is reserved before each attempt and returned unless it failed, so that a
 * burst is limited like a sequence. Counted per node, without a network call.
 */
export class FailedAttempts {
  readonly #limiter: Limiter;
  readonly #pending = new Map<string, Pending>();

  constructor(limiter: Limiter) {
    this.#limiter = limiter;
  }

  /** The result of the attempt, or the decision that refuses it. An outage, which throws, is no failed attempt. */
  async limit<Result>(
    address: string,
    attempt: () => Promise<Result>,
    hasFailed: (result: Result) => boolean,
  ): Promise<{ readonly result: Result } | { readonly refused: RateLimitDecision }> {
    const { decision, pending } = await this.#reserve(address);
    if (!pending) return { refused: decision };
    let isCounted = false;
    try {
      const result = await attempt();
      isCounted = hasFailed(result);
      return { result };
    } catch (error) {
      // The requests that wait would meet the same outage, one after the other.
      for (const { fail } of pending.waiting.splice(0)) fail(error);
      throw error;
    } finally {
      if (!isCounted) this.#limiter.giveBack(address);
      this.#end(address, pending);
    }
  }

  /** Beyond the limit a request waits for the attempts of its address, because they may succeed. */
  async #reserve(address: string): Promise<{ decision: RateLimitDecision; pending?: Pending }> {
    for (;;) {
      const decision = this.#limiter.take(address, failedAttemptsPerMinute);
      const pending = this.#pending.get(address) ?? { attempts: 0, waiting: [] };
      if (decision.allowed) {
        pending.attempts += 1;
        this.#pending.set(address, pending);
        return { decision, pending };
      }
      if (pending.attempts === 0 || pending.waiting.length >= maxWaitingAttempts) return { decision };
      await new Promise<void>((proceed, fail) => pending.waiting.push({ proceed, fail }));
    }
  }

  #end(address: string, pending: Pending): void {
    pending.attempts -= 1;
    if (pending.attempts === 0) this.#pending.delete(address);
    const proceeding = pending.attempts === 0 ? pending.waiting.length : 1;
    for (const { proceed } of pending.waiting.splice(0, proceeding)) proceed();
  }
}
