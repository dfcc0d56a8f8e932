import { send } from './answer.ts';
import { startBare } from './bare.ts';
import { ColdWalk, keepCold } from './cold-walk.ts';
import { collectedHeap } from './collected-heap.ts';
import { writeDeck } from './deck.ts';
import { byKey, reads } from './questions.ts';
import { type GrowthResult, growthLine, growthTitle } from './report.ts';
import {
  type Contestant,
  medianOf,
  medianRatio,
  type Performance,
  type RoundsOptions,
  takeTurns,
} from './rounds.ts';
import { sendAll } from './send-all.ts';
import { hitShare, readFigures } from './service-figures.ts';
import { type Stage, type StageOptions, setStage } from './stage.ts';

/** Nearly the size of the cache. */
const maxWarmTenants = 40_000;
const memorySteps = [0, 25_000, 50_000, 75_000, 100_000, 150_000, 200_000];

/** Two services on databases of two sizes, loaded in turn. */
export async function compareSizes(
  [small, large]: readonly [number, number],
  setting: Omit<StageOptions, 'tenants'>,
  options: RoundsOptions,
  print: (text: string) => void,
): Promise<void> {
  print(`Filling databases with ${small} and ${large} tenants…\n`);
  const stages = {
    small: await setStage({ ...setting, tenants: small }),
    large: await setStage({ ...setting, tenants: large }),
  };
  print(growthTitle);
  print(growthLine(await compareWarm(stages, options)));
  print(growthLine(await compareCold(stages, options)));
  await showMemory(stages.large, print);
  await stages.small.service.stop();
  await stages.large.service.stop();
}

interface Stages {
  readonly small: Stage;
  readonly large: Stage;
}

async function compareWarm({ small, large }: Stages, options: RoundsOptions): Promise<GrowthResult> {
  const requestsFor = (stage: Stage) => reads(stage, stage.tenants.slice(0, maxWarmTenants), byKey);
  const contestants: Contestant[] = [];
  const bareServers = [];
  for (const stage of [small, large]) {
    const requests = requestsFor(stage);
    const [example] = requests;
    if (!example) throw new Error('There are no tenants');
    for (const request of requests) await send(stage.service.url, request);
    const bareServer = await startBare(stage, example, 'nothing');
    bareServers.push(bareServer);
    const deal = () => writeDeck(requests);
    contestants.push({ server: bareServer, deal }, { server: stage.service, deal });
  }
  const result = await growth('200 warm', { small, large }, () => takeTurns(contestants, options));
  for (const bareServer of bareServers) await bareServer.stop();
  return result;
}

async function compareCold({ small, large }: Stages, options: RoundsOptions): Promise<GrowthResult> {
  const contestants: Contestant[] = [];
  const bareServers = [];
  for (const stage of [small, large]) {
    const walk = new ColdWalk(stage);
    const [example] = walk.next(1);
    if (!example) throw new Error('There are no tenants');
    const bareServer = await startBare(stage, example, 'query');
    bareServers.push(bareServer);
    const deal = () => walk.deal();
    contestants.push(
      { server: bareServer, deal },
      { server: stage.service, deal, played: (slice) => walk.played(slice) },
    );
  }
  const result = await growth('200 cold', { small, large }, () =>
    keepCold(small, () => takeTurns(contestants, options)),
  );
  for (const bareServer of bareServers) await bareServer.stop();
  return result;
}

/** Contestants: bare server and service of the small database, then of the large one. */
async function growth(
  name: string,
  { small, large }: Stages,
  play: () => Promise<readonly (readonly Performance[])[]>,
): Promise<GrowthResult> {
  const [smallUrl, largeUrl] = [small.service.url, large.service.url];
  const [smallBefore, largeBefore] = [await readFigures(smallUrl), await readFigures(largeUrl)];
  const results = await play();
  const smallHits = hitShare(smallBefore, await readFigures(smallUrl));
  const largeHits = hitShare(largeBefore, await readFigures(largeUrl));
  return {
    name,
    smallHits,
    largeHits,
    smallRate: medianOf(results, 'rate', 1),
    largeRate: medianOf(results, 'rate', 3),
    fall: 1 - medianRatio(results, 'rate', 3, 1),
    fallToBare: 1 - medianRatio(results, 'rate', 3, 2) / medianRatio(results, 'rate', 1, 0),
    smallCost: medianOf(results, 'cost', 1),
    largeCost: medianOf(results, 'cost', 3),
  };
}

/** The memory of the process after requests for more and more tenants: beyond the cache limit it must not grow. */
async function showMemory(stage: Stage, print: (text: string) => void): Promise<void> {
  const walk = new ColdWalk(stage);
  let requested = 0;
  for (const step of memorySteps.filter((tenants) => tenants <= stage.tenants.length)) {
    const requests = walk.next(step - requested);
    walk.played({ requests: requests.length, rate: 0 });
    await sendAll(stage.service.url, requests);
    requested = step;
    const { residentMegabytes } = await readFigures(stage.service.url);
    const heapMegabytes = (await collectedHeap(stage.service.pid)) / 1_048_576;
    print(
      `after ${step} tenants asked about: ${residentMegabytes.toFixed(0)} MB resident, ` +
        `${heapMegabytes.toFixed(0)} MB of heap when collected\n`,
    );
  }
}
