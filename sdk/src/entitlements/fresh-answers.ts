import { backgroundTimer } from '../timers.ts';
import type { Entitlement } from '../types.ts';

/** Milliseconds for which an answer is given without another look at the clock. */
export const trustedFor = 250;
/** Timers do not run in a loop that never waits for anything else. */
const trustedHits = 1_048_576;

/**
 * Answers of one product that are fresh for another moment. Reading the clock and keeping the order of use take three
 * quarters of a cache hit, so they are done once in a moment for each tenant. Every change empties it.
 */
export class FreshResponses {
  readonly #answers = new Map<string, Promise<Entitlement>>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #hits = 0;
  /** Workers return a number. They may be frozen between requests, and their timers with them. */
  #hasReliableTimers = true;

  get(tenantId: string): Promise<Entitlement> | undefined {
    this.#hits += 1;
    if (this.#hits > trustedHits) this.clear();
    return this.#answers.get(tenantId);
  }

  set(tenantId: string, answer: Promise<Entitlement>): void {
    if (!this.#hasReliableTimers) return;
    this.#answers.set(tenantId, answer);
    this.#timer ??= backgroundTimer(() => this.clear(), trustedFor);
    if (typeof this.#timer === 'object') return;
    this.#hasReliableTimers = false;
    this.clear();
  }

  clear(): void {
    this.#hits = 0;
    if (this.#timer === undefined) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#answers.clear();
  }
}
