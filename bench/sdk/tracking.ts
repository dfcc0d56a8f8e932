import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { createTessera, type Tessera } from '../../sdk/src/index.ts';
import { fileJournal } from '../../sdk/src/node/index.ts';
import { median } from '../rounds.ts';
import { tenantIdOf } from '../usage/meters.ts';
import { openShop, type Shop } from '../usage/shop.ts';

const leastRate = 200_000;
const leastJournalRate = 20_000;
/** The buffer has room for them. */
const burst = 5_000;
const bursts = 8;
/** As in the bench of usage events. */
const tenants = 25;
/** Calls that wait for the disk at the same time, as those of many requests do. */
const concurrentCalls = 1_000;

const meter = { id: 'rows', name: 'Rows', unit: 'row', intake: 'Events', aggregation: 'Sum' } as const;
const included = { quantity: 1_000_000_000, per: 'Month' } as const;

export interface TrackingOptions {
  readonly serverUrl: (database: string) => string;
  readonly idpUrl: string;
  readonly rounds: number;
  readonly print: (text: string) => void;
}

/** `track` without and with a journal, and whether the service has every event once. */
export async function benchTracking({ serverUrl, idpUrl, rounds, print }: TrackingOptions): Promise<void> {
  const marketplace = { idpUrl, url: idpUrl };
  const shop = await openShop(serverUrl, 'bench_track', marketplace, null, [{ ...meter, included }]);
  const service = await shop.start('--api');
  const folder = await mkdtemp(join(tmpdir(), 'tessera-bench-journal-'));
  const [apiKey = '', otherKey = ''] = shop.apiKeys;
  const product: string = 'meter';
  const common = { url: service.url, product, timeout: '30s' } as const;
  const direct = createTessera({ ...common, credential: { apiKey } });
  const journal = fileJournal(folder);
  const journaled = createTessera({ ...common, credential: { apiKey: otherKey }, journal });
  const [rates, journalRates, sendRates]: [number[], number[], number[]] = [[], [], []];
  try {
    for (let round = 0; round <= rounds; round++) {
      const rate = await trackInBursts(direct);
      const journalRate = await trackInTurns(journaled);
      const start = performance.now();
      const before = await countEvents(shop);
      await journaled.flush();
      const sendRate = (((await countEvents(shop)) - before) / (performance.now() - start)) * 1_000;
      if (round === 0) continue;
      rates.push(rate);
      journalRates.push(journalRate);
      sendRates.push(sendRate);
    }
  } finally {
    await Promise.all([direct.close(), journaled.close()]);
  }
  report(print, 'track without a journal', median(rates), leastRate);
  report(print, 'track with a journal', median(journalRates), leastJournalRate);
  print(`events sent from a journal by one client: ${median(sendRates).toFixed(0)}/s\n`);
  const [stored, tracked] = [await countEvents(shop), 2 * burst * bursts * (rounds + 1)];
  if (stored !== tracked) throw new Error(`${tracked} events were tracked, ${stored} are stored`);
  await service.stop();
  await shop.close();
  await rm(folder, { recursive: true, force: true });
}

function report(print: (text: string) => void, name: string, rate: number, bar: number): void {
  print(`${name}: ${rate.toFixed(0)}/s, bar ${bar}${rate < bar ? ' missed' : ''}\n`);
}

/** Calls per second. Sending between the bursts does not count. */
async function trackInBursts(tessera: Tessera): Promise<number> {
  let time = 0;
  for (let number = 0; number < bursts; number++) {
    const start = performance.now();
    for (let index = 0; index < burst; index++) {
      tessera.track(tenantIdOf(index % tenants), 'rows', 12.5);
    }
    time += performance.now() - start;
    await tessera.flush();
  }
  return (burst * bursts * 1_000) / time;
}

/** Events on disk per second. Sending goes on meanwhile. */
async function trackInTurns(tessera: Tessera): Promise<number> {
  const start = performance.now();
  const callers = Array.from({ length: concurrentCalls }, async (_, caller) => {
    for (let turn = 0; turn < (burst * bursts) / concurrentCalls; turn++) {
      await tessera.track(tenantIdOf((caller + turn) % tenants), 'rows', 12.5);
    }
  });
  await Promise.all(callers);
  return (burst * bursts * 1_000) / (performance.now() - start);
}

async function countEvents({ database }: Shop): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from usage_events`.execute(database);
  return rows[0]?.count ?? 0;
}
