/** `skewed` logs a warning; a `wrong` clock stops every decision by time. */
export type ClockState = 'ok' | 'skewed' | 'wrong';

const skewedFrom = 30_000;
/** In milliseconds: a node whose clock differs more from the database's decides nothing. */
export const maxClockSkew = 120_000;

/**
 * The minimum number of milliseconds by which this node's clock is ahead of the database's. The database read its clock
 * at some moment between the query and its result.
 */
export function clockSkew(sentAt: Date, databaseTime: Date, receivedAt: Date): number {
  const ahead = sentAt.getTime() - databaseTime.getTime();
  const behind = databaseTime.getTime() - receivedAt.getTime();
  if (ahead > 0) return ahead;
  return behind > 0 ? -behind : 0;
}

export function judgeClock(skew: number): ClockState {
  const size = Math.abs(skew);
  if (size > maxClockSkew) return 'wrong';
  return size > skewedFrom ? 'skewed' : 'ok';
}

/** The log message about a skewed clock. */
export function describeSkew(skew: number): string {
  const seconds = Math.round(Math.abs(skew) / 1_000);
  return `This node's clock is ${seconds} s ${skew > 0 ? 'ahead of' : 'behind'} PostgreSQL's; synchronise both with NTP.`;
}
