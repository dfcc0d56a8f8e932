import { TestClock } from './test-clock.ts';

/** The real time, where a test's world must share it with real processes. */
export class SystemClock extends TestClock {
  override readonly now = (): Date => new Date();
}
