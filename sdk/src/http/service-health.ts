import type { Clock } from '../clock.ts';
import { TesseraRefused } from '../errors.ts';

/** While the service fails, it is asked about what is known at most this often. */
const pauseAfterFailure = 5_000;

/** Whether the last known answer is given: only a refusal of this very request says that it is wrong. */
export function keepsLastKnown(error: unknown): boolean {
  return !(error instanceof TesseraRefused) || error.status === 401 || error.status === 403;
}

/** Whether the service answers, so that callers with a last known answer need not wait for an outage again and again. */
export class ServiceHealth {
  readonly #clock: Clock;
  readonly #memory: number;
  #failedAt = Number.NEGATIVE_INFINITY;
  #triedAt = Number.NEGATIVE_INFINITY;

  /** After `memory` milliseconds a failure says nothing: a worker may have been frozen meanwhile. */
  constructor(clock: Clock, memory: number) {
    this.#clock = clock;
    this.#memory = memory;
  }

  get isFailing(): boolean {
    return this.#clock.steady() - this.#failedAt < this.#memory;
  }

  /** Whether to try again now, while it fails. */
  takeTurn(): boolean {
    const now = this.#clock.steady();
    if (now - Math.max(this.#triedAt, this.#failedAt) < pauseAfterFailure) return false;
    this.#triedAt = now;
    return true;
  }

  async watch<Result>(request: Promise<Result>): Promise<Result> {
    try {
      const result = await request;
      this.#failedAt = Number.NEGATIVE_INFINITY;
      return result;
    } catch (error) {
      if (keepsLastKnown(error)) this.#failedAt = this.#clock.steady();
      throw error;
    }
  }
}
