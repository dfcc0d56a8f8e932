import type { RunningProcess } from './child-process.ts';
import type { Deck } from './deck.ts';
import type { LoadGenerator, Slice } from './load.ts';
import { processorTime } from './processor-time.ts';

/** A server under load, in turn with the others. */
export interface Contestant {
  readonly server: RunningProcess;
  /** The requests of its next slice. */
  deal(): Promise<Deck>;
  /** Called after each slice. */
  played?(slice: Slice): void;
}

export interface RoundsOptions {
  readonly load: LoadGenerator;
  readonly rounds: number;
  readonly seconds: number;
}

/** The result of one contestant in one slice. */
export interface Performance {
  /** Responses per second. */
  readonly rate: number;
  /** CPU time per response in microseconds. */
  readonly cost: number;
}

/** The results by round. In each round every contestant has one slice; a first warm-up round is not counted. */
export async function takeTurns(
  contestants: readonly Contestant[],
  options: RoundsOptions,
): Promise<readonly (readonly Performance[])[]> {
  const results: Performance[][] = [];
  for (let round = 0; round <= options.rounds; round += 1) {
    const performances: Performance[] = [];
    for (const contestant of contestants) performances.push(await perform(contestant, options));
    if (round > 0) results.push(performances);
  }
  return results;
}

async function perform(
  { server, deal, played }: Contestant,
  { load, seconds }: RoundsOptions,
): Promise<Performance> {
  const deck = await deal();
  const before = processorTime(server.pid);
  const slice = await load.run(server.url, deck, seconds);
  const cost = (processorTime(server.pid) - before) / slice.requests;
  await deck.remove();
  played?.(slice);
  return { rate: slice.rate, cost };
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

/** The median of one contestant's figures. */
export function medianOf(
  results: readonly (readonly Performance[])[],
  figure: keyof Performance,
  contestant: number,
): number {
  return median(results.map((performances) => performances[contestant]?.[figure] ?? Number.NaN));
}

/** The median over the rounds of the ratio of two contestants: noise longer than a round cancels out. */
export function medianRatio(
  results: readonly (readonly Performance[])[],
  figure: keyof Performance,
  contestant: number,
  reference: number,
): number {
  const figureOf = (performances: readonly Performance[], index: number) =>
    performances[index]?.[figure] ?? Number.NaN;
  return median(
    results.map((performances) => figureOf(performances, contestant) / figureOf(performances, reference)),
  );
}
