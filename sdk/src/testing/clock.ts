import { milliseconds } from '../duration.ts';
import type { Duration } from '../types.ts';

/**
 * The clock of a client for tests. Begins on 1 January 2026 and moves only when the test moves it.
 *
 * @example
 * ```ts
 * import { fakeTessera } from '@tessera/client/testing';
 *
 * const { clock } = fakeTessera();
 * clock.advance('14d');
 * console.log(clock.now().toISOString()); // 2026-01-15T00:00:00.000Z
 * ```
 */
export class FakeClock {
  #now = Date.parse('2026-01-01T00:00:00Z');

  /** The clock's present time. */
  now(): Date {
    return new Date(this.#now);
  }

  /** Moves the clock to a time, forward or back. */
  set(now: Date): void {
    this.#now = now.getTime();
  }

  /** Moves the clock forward. */
  advance(duration: Duration): void {
    this.#now += milliseconds('duration', duration);
  }
}
