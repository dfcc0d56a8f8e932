import { withDeadline } from '../../async/deadline.ts';
import { singleFlight } from '../../async/single-flight.ts';

/** A database that does not answer must not keep the other metrics from whoever wants to know why. */
const deadline = { milliseconds: 2_000 };

/**
 * Figures that several metrics share: gauges that are collected together cost one query. Undefined when the query fails or
 * takes too long.
 */
export function readFigures<Figures>(load: () => Promise<Figures>): () => Promise<Figures | undefined> {
  const read = singleFlight(() => load().catch(() => undefined));
  return () => withDeadline(deadline, read, () => undefined);
}
