import { TestClock } from './test-clock.ts';

/** The real time, less a fixed age, for tests that share it with real processes. */
export class SystemClock extends TestClock {
  readonly #age: number;

  constructor(age = 0) {
    super();
    this.#age = age;
  }

  override readonly now = (): Date => new Date(Date.now() - this.#age);
}
