/** `skewed` is worth a warning; with a `wrong` clock nothing may be decided by time. */
export type ClockState = 'ok' | 'skewed' | 'wrong';

const skewedFrom = 30_000;
const wrongFrom = 120_000;

/**
 * By how many milliseconds this node's clock is ahead of the database's, at least: the database read its own at any moment
 * between the question and the answer.
 */
export function clockSkew(asked: Date, databaseTime: Date, answered: Date): number {
  const ahead = asked.getTime() - databaseTime.getTime();
  const behind = databaseTime.getTime() - answered.getTime();
  if (ahead > 0) return ahead;
  return behind > 0 ? -behind : 0;
}

export function judgeClock(skew: number): ClockState {
  const size = Math.abs(skew);
  if (size > wrongFrom) return 'wrong';
  return size > skewedFrom ? 'skewed' : 'ok';
}

/** What people are told of a clock that is not right. */
export function describeSkew(skew: number): string {
  const seconds = Math.round(Math.abs(skew) / 1_000);
  return `This node's clock is ${seconds} s ${skew > 0 ? 'ahead of' : 'behind'} PostgreSQL's; synchronise both with NTP.`;
}
