import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { writeChange } from '../src/core/change.ts';
import { changeChannel } from '../src/storage/changes/changes.ts';
import { collectedHeap } from './collected-heap.ts';
import { writeDeck } from './deck.ts';
import { OpenStreams } from './open-streams.ts';
import { processorTime } from './processor-time.ts';
import { byKey, reads } from './questions.ts';
import { medianOf, medianRatio, type RoundsOptions, takeTurns } from './rounds.ts';
import { sendAll } from './send-all.ts';
import { readFigures } from './service-figures.ts';
import type { Stage } from './stage.ts';

const streams = 1_000;
const warmTenants = 10_000;
/** Compile the code, which shall not count. So few, that they do not leave memory for the others. */
const warmUpStreams = 20;
const warmUpRounds = 20;
/** Spread over all workspaces. */
const changesPerSecond = 100;
const maxBytes = 20_000;
const minRatio = 0.9;

/** The memory of open change streams, and the rate of warm reads beside them. */
export async function benchStreams(
  stage: Stage,
  options: RoundsOptions,
  print: (text: string) => void,
): Promise<void> {
  const requests = reads(stage, stage.tenants.slice(0, warmTenants), byKey);
  await sendAll(stage.service.url, requests);
  const open = new OpenStreams(stage);
  await printMemory(stage, open, print);
  const changes = await Changes.connect(stage);
  await printEventCost(stage, open, changes, print);

  const contestant = (prepare: () => Promise<void>) => ({
    server: stage.service,
    deal: async () => {
      await prepare();
      return writeDeck(requests);
    },
  });
  const results = await takeTurns(
    [
      contestant(async () => {
        changes.stop();
        await open.close();
      }),
      contestant(() => open.open(streams)),
      contestant(async () => changes.start()),
    ],
    options,
  );
  await changes.end();
  await open.close();
  const names = ['none', `${streams}`, `${streams}, ${changesPerSecond} changes/s`];
  for (const [index, name] of names.entries()) {
    const rate = medianOf(results, 'rate', index).toFixed(0);
    const cost = medianOf(results, 'cost', index).toFixed(1);
    const ratio = medianRatio(results, 'rate', index, 0);
    const costRatio = medianRatio(results, 'cost', 0, index).toFixed(2);
    const bar = index === 1 ? ` (at least ${minRatio}: ${ratio >= minRatio ? 'reached' : 'missed'})` : '';
    print(
      `open streams: ${name}: ${rate} reads/s, ${cost} µs each, ratio ${ratio.toFixed(2)}${bar}, by CPU time ${costRatio}\n`,
    );
  }
  const each = results.map(([none, opened]) => ((opened?.rate ?? 0) / (none?.rate ?? 0)).toFixed(2));
  print(`ratios of the rounds: ${each.join(' ')}\n`);
}

async function printMemory(stage: Stage, open: OpenStreams, print: (text: string) => void): Promise<void> {
  const { url, pid } = stage.service;
  const memory = async () => {
    const heap = await collectedHeap(pid);
    return { heap, resident: (await readFigures(url)).residentMegabytes * 1_048_576 };
  };
  for (let round = 0; round < warmUpRounds; round += 1) {
    await open.open(warmUpStreams);
    await open.close();
  }
  const before = await memory();
  await open.open(streams);
  const after = await memory();
  await open.close();
  for (const kind of ['heap', 'resident'] as const) {
    const each = (after[kind] - before[kind]) / streams;
    const bar = `at most ${maxBytes}: ${each <= maxBytes ? 'reached' : 'missed'}`;
    print(`${streams} open streams: ${each.toFixed(0)} bytes of ${kind} memory each (${bar})\n`);
  }
}

/** The CPU time of the service with changes, without its CPU time when idle. */
async function printEventCost(
  { service, callers }: Stage,
  open: OpenStreams,
  changes: Changes,
  print: (text: string) => void,
): Promise<void> {
  const seconds = 5;
  const spent = async () => {
    const before = processorTime(service.pid);
    await delay(seconds * 1_000);
    return processorTime(service.pid) - before;
  };
  await open.open(streams);
  const idle = await spent();
  changes.start();
  const busy = await spent();
  changes.stop();
  await open.close();
  const written = (seconds * changesPerSecond * streams) / callers.size;
  print(`idle: ${(idle / seconds / 1_000).toFixed(1)} ms of CPU time a second; `);
  print(`an event: ${((busy - idle) / written).toFixed(1)} µs for each stream\n`);
}

/** Changes of tenants that nobody reads, so that the reads stay warm. */
class Changes {
  readonly #client: pg.Client;
  readonly #workspaceIds: readonly string[];
  #timer: NodeJS.Timeout | undefined;
  #next = 0;

  private constructor(client: pg.Client, workspaceIds: readonly string[]) {
    this.#client = client;
    this.#workspaceIds = workspaceIds;
  }

  static async connect(stage: Stage): Promise<Changes> {
    const client = new pg.Client({ connectionString: stage.databaseUrl });
    await client.connect();
    return new Changes(client, [...stage.callers.keys()]);
  }

  start(): void {
    this.#timer ??= setInterval(() => this.#announce(), 1_000 / changesPerSecond);
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  async end(): Promise<void> {
    this.stop();
    await this.#client.end();
  }

  #announce(): void {
    this.#next += 1;
    const workspaceId = this.#workspaceIds[this.#next % this.#workspaceIds.length] ?? '';
    const current = { productId: randomUUID(), version: this.#next };
    const tenantId = randomUUID();
    const change = writeChange({ kind: 'entitlement', workspaceId, product: 'aqueduct', tenantId, current });
    void this.#client.query('select pg_notify($1, $2)', [changeChannel, change]);
  }
}
