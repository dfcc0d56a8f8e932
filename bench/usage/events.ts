import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { EntraEmulator } from '../../emulators/entra/start.ts';
import { send } from '../answer.ts';
import { cases } from '../cases.ts';
import type { RunningProcess } from '../child-process.ts';
import { type BenchRequest, writeDeck } from '../deck.ts';
import type { LoadGenerator } from '../load.ts';
import { caseLine, caseTitle } from '../report.ts';
import { median } from '../rounds.ts';
import { setStage } from '../stage.ts';
import { benchAgainstPgbench, type Work } from './against-pgbench.ts';
import { addOldEvents } from './backlog.ts';
import { eventsScript, eventsScriptDay } from './events-script.ts';
import { tenantIdOf, tenants } from './meters.ts';
import { openShop, type Shop } from './shop.ts';

const intakeBar = 0.5;
const leastRate = 20_000;
const maxFall = 0.15;
const eventsOfRequest = 500;
const metersOfRequest = 25;
/** More than a slice can send: an event that is sent twice is stored once. */
const requestsOfSecond = 200;
const readTenants = 20_000;

const dimensions = [
  {
    id: 'rows',
    name: 'Rows',
    unit: 'row',
    intake: 'Events',
    aggregation: 'Sum',
    included: { quantity: 1_000_000_000, per: 'Month' },
  },
] as const;

export interface EventsBenchOptions {
  readonly serverUrl: (database: string) => string;
  readonly idp: EntraEmulator;
  readonly load: LoadGenerator;
  readonly rounds: number;
  readonly seconds: number;
  /** With this number of old events in the table, against an empty one. */
  readonly old: number | null;
  readonly profile: string | null;
  /** Only `intake` or only `reads`. */
  readonly only: string;
  readonly print: (text: string) => void;
}

/** Usage events: the intake against `pgbench`, and reads of a tenant's usage against a bare server. */
export async function benchEvents(options: EventsBenchOptions): Promise<void> {
  const { serverUrl, idp, old, profile, only, load, rounds, seconds, print } = options;
  const open = (name: string) =>
    openShop(serverUrl, name, { idpUrl: idp.url, url: idp.url }, profile, dimensions);
  if (old !== null) {
    await compareWithOld(await open('bench_new'), await open('bench_old'), old, options);
    return;
  }
  if ('intake'.includes(only)) await benchIntake(await open('bench_events'), options);
  if (!'reads'.includes(only)) return;
  const stage = await setStage({ serverUrl, idp, profile, tenants: readTenants });
  print(caseTitle);
  for (const chosen of cases.filter(({ name }) => name.startsWith('usage'))) {
    print(caseLine(await chosen.run(stage, { load, rounds, seconds })));
  }
  await stage.service.stop();
}

async function benchIntake(shop: Shop, options: EventsBenchOptions): Promise<void> {
  const { load, seconds, print } = options;
  await sql.raw(eventsScriptDay).execute(shop.database);
  const service = await shop.start('--api');
  const { databaseUrl } = shop;
  try {
    await warm(shop, service);
    const rates = await benchAgainstPgbench(
      {
        name: 'event intake',
        unit: ' events',
        leastRatio: intakeBar,
        script: eventsScript(eventsOfRequest, metersOfRequest),
        databaseUrl,
        service,
        ...options,
      },
      () => sendEvents(shop, service, load, seconds),
    );
    const rate = median(rates);
    const verdict = rate < leastRate ? ' missed' : '';
    print(`event intake: ${rate.toFixed(0)} events/s, bar ${leastRate}${verdict}\n`);
  } finally {
    await service.stop();
    await shop.close();
  }
}

/** Requests every tenant once, so that the service has cached them. */
async function warm(shop: Shop, service: RunningProcess): Promise<void> {
  for (let number = 0; number < tenants / metersOfRequest; number += 1) {
    const { status } = await send(service.url, requestOf(shop, number));
    if (status !== 200) throw new Error(`The service answered ${status}`);
  }
}

async function sendEvents(
  shop: Shop,
  service: RunningProcess,
  load: LoadGenerator,
  seconds: number,
): Promise<Work> {
  const requests = Array.from({ length: requestsOfSecond * seconds }, (_, number) => requestOf(shop, number));
  const deck = await writeDeck(requests);
  try {
    const slice = await load.run(service.url, deck, seconds);
    if (slice.requests > requests.length)
      throw new Error('The deck was too small: some events were sent twice');
    return { rate: slice.rate * eventsOfRequest, count: slice.requests * eventsOfRequest };
  } finally {
    await deck.remove();
  }
}

/** An instance's events of the last moments: of 25 tenants, in no order. */
function requestOf({ apiKeys }: Shop, number: number): BenchRequest {
  const occurredAt = new Date().toISOString();
  const request = randomUUID();
  const first = number * metersOfRequest;
  const events = Array.from({ length: eventsOfRequest }, (_, index) => ({
    id: `${request}/${index}`,
    tenantId: tenantIdOf((first + (index % metersOfRequest)) % tenants),
    product: 'meter',
    dimension: 'rows',
    quantity: 12.5,
    occurredAt,
  }));
  return {
    method: 'POST',
    path: '/api/v1/usage-events',
    headers: { 'x-api-key': apiKeys[number % apiKeys.length] ?? '' },
    body: JSON.stringify({ events }),
  };
}

async function compareWithOld(
  empty: Shop,
  full: Shop,
  old: number,
  { load, rounds, seconds, print }: EventsBenchOptions,
): Promise<void> {
  print(`Adding ${old} old events…\n`);
  await addOldEvents(full, old);
  const nodes = [
    { shop: empty, service: await empty.start('--api') },
    { shop: full, service: await full.start('--api') },
  ];
  const falls: number[] = [];
  for (const { shop, service } of nodes) await warm(shop, service);
  for (let round = 0; round <= rounds; round++) {
    const rates: number[] = [];
    for (const { shop, service } of nodes) rates.push((await sendEvents(shop, service, load, seconds)).rate);
    const [without = Number.NaN, having = Number.NaN] = rates;
    if (round === 0) continue;
    falls.push(1 - having / without);
    print(`event intake, round ${round}: ${without.toFixed(0)}/s without, ${having.toFixed(0)}/s with\n`);
  }
  const fall = median(falls);
  print(`event intake: fall ${(fall * 100).toFixed(1)} %, bar 15 %${fall < maxFall ? '' : ' missed'}\n`);
  for (const { shop, service } of nodes) {
    await service.stop();
    await shop.close();
  }
}
