import { milliseconds } from './duration.ts';
import type { Duration } from './types.ts';

/** Begins on 1 January 2026 and moves only when the test moves it. */
export class FakeClock {
  #now = Date.parse('2026-01-01T00:00:00Z');

  now(): Date {
    return new Date(this.#now);
  }

  set(now: Date): void {
    this.#now = now.getTime();
  }

  advance(duration: Duration): void {
    this.#now += milliseconds('duration', duration);
  }
}
