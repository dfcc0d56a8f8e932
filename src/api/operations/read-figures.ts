import { withDeadline } from '../../async/deadline.ts';
import { singleFlight } from '../../async/single-flight.ts';

/** The other metrics must not wait for a database that does not respond. */
const deadline = { milliseconds: 2_000 };

/**
 * Shares one query among gauges that are collected together. Undefined if the query fails or times out.
 */
export function readFigures<Figures>(load: () => Promise<Figures>): () => Promise<Figures | undefined> {
  const read = singleFlight(() => load().catch(() => undefined));
  return () => withDeadline(deadline, read, () => undefined);
}
