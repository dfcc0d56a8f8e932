import type { Clock } from '../../src/core/ports.ts';

/** A clock that stands still until a test moves it. */
export class TestClock implements Clock {
  #now = new Date('2026-11-15T09:00:00.000Z').getTime();

  readonly now = (): Date => new Date(this.#now);

  forward(milliseconds: number): void {
    this.#now += milliseconds;
  }
}
