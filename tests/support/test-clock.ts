import type { NodeClock } from '../../src/main.ts';

/** A clock that stands still until a test moves it. */
export class TestClock implements NodeClock {
  #now = new Date('2026-11-15T09:00:00.000Z').getTime();

  readonly now = (): Date => new Date(this.#now);

  /** By the clock of the test, the database is right. */
  readonly readDatabaseTime = async (): Promise<Date> => this.now();

  forward(milliseconds: number): void {
    this.#now += milliseconds;
  }
}
