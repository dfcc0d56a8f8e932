import type { NodeClock } from '../../../src/main.ts';

/** A clock that only the test moves. */
export class TestClock implements NodeClock {
  #now = new Date('2026-11-15T09:00:00.000Z').getTime();

  readonly now = (): Date => new Date(this.#now);

  /** The database's clock equals the test's. */
  readonly readDatabaseTime = async (): Promise<Date> => this.now();

  forward(milliseconds: number): void {
    this.#now += milliseconds;
  }
}
