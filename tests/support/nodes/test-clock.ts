import type { NodeClock } from '../../../src/service/start-service.ts';

const begin = '2026-11-15T09:00:00.000Z';

/** A clock that only the test moves. */
export class TestClock implements NodeClock {
  #now = new Date(begin).getTime();

  readonly now = (): Date => new Date(this.#now);

  /** The database's clock equals the test's. */
  readonly readDatabaseTime = async (): Promise<Date> => this.now();

  forward(milliseconds: number): void {
    this.#now += milliseconds;
  }

  /** The same day and hour as at first, in the next year that has not begun. */
  beginNextYear(): void {
    const start = new Date(begin);
    start.setUTCFullYear(new Date(this.#now).getUTCFullYear() + 1);
    this.#now = start.getTime();
  }
}
