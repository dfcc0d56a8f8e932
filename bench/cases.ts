import { send } from './answer.ts';
import { startBare } from './bare.ts';
import type { BareServerOrder } from './bare-server.ts';
import { ColdWalk, keepCold } from './cold-walk.ts';
import { type BenchRequest, writeDeck } from './deck.ts';
import { type Latency, runPaced } from './load.ts';
import { byKey, byToken, eligibilities, reads, tokens, usages } from './questions.ts';
import { median, medianOf, medianRatio, type RoundsOptions, takeTurns } from './rounds.ts';
import { hitShare, readFigures } from './service-figures.ts';
import type { Stage } from './stage.ts';

/** The number of tenants whose answers are cached. */
const warmTenants = 10_000;

export interface CaseResult {
  readonly name: string;
  readonly bareRate: number;
  readonly rate: number;
  readonly ratio: number;
  readonly bareCost: number;
  readonly cost: number;
  /** The bare server's CPU time divided by the service's. */
  readonly costRatio: number;
  readonly bar: number;
  /** The cache hit rate of entitlement snapshots. */
  readonly hits: number;
  /** At half of the service's top rate. */
  readonly paced: { readonly rate: number; readonly bare: Latency; readonly ours: Latency };
}

export interface BenchCase {
  readonly name: string;
  /** The required minimum ratio. */
  readonly bar: number;
  run(stage: Stage, options: RoundsOptions): Promise<CaseResult>;
}

const warm = ({ tenants }: Stage) => tenants.slice(0, warmTenants);

export const cases: readonly BenchCase[] = [
  warmCase('200 warm, key', 0.7, 'nothing', async (stage) => reads(stage, warm(stage), byKey)),
  warmCase('200 warm, token', 0.7, 'nothing', async (stage) => reads(stage, warm(stage), byToken)),
  warmCase('304 warm, key', 0.7, 'nothing', (stage) => withTags(stage, reads(stage, warm(stage), byKey))),
  warmCase('304 warm, token', 0.7, 'nothing', (stage) => withTags(stage, reads(stage, warm(stage), byToken))),
  warmCase('eligibility POST, key', 0.6, 'parse-json', async (stage) => eligibilities(stage, warm(stage))),
  warmCase('usage warm, key', 0.6, 'nothing', async (stage) => usages(stage, warm(stage))),
  warmCase('token warm, key', 0.5, 'nothing', async (stage) => tokens(stage, warm(stage))),
  {
    name: '200 cold, key',
    bar: 0.65,
    run(stage, options) {
      const walk = new ColdWalk(stage);
      const deal = () => walk.deal();
      const [example] = walk.next(1);
      if (!example) throw new Error('There are no tenants');
      return keepCold(stage, () =>
        againstBare(this, stage, options, example, 'query', {
          bare: { deal },
          ours: { deal, played: (slice) => walk.played(slice) },
        }),
      );
    },
  },
];

function warmCase(
  name: string,
  bar: number,
  work: BareServerOrder['work'],
  requestsFor: (stage: Stage) => Promise<readonly BenchRequest[]>,
): BenchCase {
  return {
    name,
    bar,
    async run(stage, options) {
      const requests = await requestsFor(stage);
      const [example] = requests;
      if (!example) throw new Error('There are no requests');
      for (const request of requests) await send(stage.service.url, request);
      const deal = () => writeDeck(requests);
      return againstBare(this, stage, options, example, work, { bare: { deal }, ours: { deal } });
    },
  };
}

/** Each request with the ETag of its response. */
async function withTags(stage: Stage, requests: readonly BenchRequest[]): Promise<readonly BenchRequest[]> {
  const tagged: BenchRequest[] = [];
  for (const request of requests) {
    const { headers } = await send(stage.service.url, request);
    tagged.push({ ...request, headers: { ...request.headers, 'if-none-match': headers.etag ?? '' } });
  }
  return tagged;
}

type Player = Omit<Parameters<typeof takeTurns>[0][number], 'server'>;

async function againstBare(
  { name, bar }: BenchCase,
  stage: Stage,
  options: RoundsOptions,
  example: BenchRequest,
  work: BareServerOrder['work'],
  players: { readonly bare: Player; readonly ours: Player },
): Promise<CaseResult> {
  const bareServer = await startBare(stage, example, work);
  try {
    const before = await readFigures(stage.service.url);
    const results = await takeTurns(
      [
        { server: bareServer, ...players.bare },
        { server: stage.service, ...players.ours },
      ],
      options,
    );
    const hits = hitShare(before, await readFigures(stage.service.url));
    const halfRate = Math.round(medianOf(results, 'rate', 1) / 2);
    return {
      name,
      bar,
      bareRate: medianOf(results, 'rate', 0),
      rate: medianOf(results, 'rate', 1),
      ratio: medianRatio(results, 'rate', 1, 0),
      bareCost: medianOf(results, 'cost', 0),
      cost: medianOf(results, 'cost', 1),
      costRatio: medianRatio(results, 'cost', 0, 1),
      hits,
      paced: {
        rate: halfRate,
        bare: await pacedLatency(bareServer.url, players.bare, options, halfRate),
        ours: await pacedLatency(stage.service.url, players.ours, options, halfRate),
      },
    };
  } finally {
    await bareServer.stop();
  }
}

/** The median of each percentile over the rounds. */
async function pacedLatency(
  url: string,
  { deal, played }: Player,
  { rounds, seconds }: RoundsOptions,
  rate: number,
): Promise<Latency> {
  const latencies: Latency[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const deck = await deal();
    const slice = await runPaced(url, deck, seconds, rate);
    await deck.remove();
    played?.(slice);
    latencies.push(slice);
  }
  const medianFor = (percentile: keyof Latency) => median(latencies.map((latency) => latency[percentile]));
  return { p50: medianFor('p50'), p99: medianFor('p99'), p999: medianFor('p999') };
}
