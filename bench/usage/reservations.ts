import { sql } from 'kysely';
import type { EntraEmulator } from '../../emulators/entra/start.ts';
import { type Database, openDatabase } from '../../src/storage/database.ts';
import { send } from '../answer.ts';
import { type BenchRequest, writeDeck } from '../deck.ts';
import type { LoadGenerator } from '../load.ts';
import { reservations } from '../questions.ts';
import { median } from '../rounds.ts';
import { type Stage, setStage } from '../stage.ts';
import { benchAgainstPgbench, Costs, type Work } from './against-pgbench.ts';
import { reservationsScript } from './reservations-script.ts';

const leastRatio = 0.5;
const leastHotRate = 2_000;
const tenants = 1_000;
const limit = 1_000_000_000;

export interface ReservationsBenchOptions {
  readonly serverUrl: (database: string) => string;
  readonly idp: EntraEmulator;
  readonly load: LoadGenerator;
  readonly rounds: number;
  readonly seconds: number;
  readonly profile: string | null;
  /** Only `spread` or only `hot`. */
  readonly only: string;
  readonly print: (text: string) => void;
}

/** Reservations of many limits against `pgbench` with the same statement, and of one hot limit. */
export async function benchReservations(options: ReservationsBenchOptions): Promise<void> {
  const { serverUrl, idp, profile, only } = options;
  const stage = await setStage({ serverUrl, idp, profile, tenants });
  const database = openDatabase({ url: stage.databaseUrl, maxConnections: 2, onConnectionLost: () => {} });
  try {
    await sql`
      update meter_dimensions set limit_quantity = ${limit}, limit_per = 'Month', limit_action = 'Deny'`.execute(
      database,
    );
    // The first reservation of each limit makes its counter.
    for (const request of reservations(stage, stage.tenants)) {
      const { status, body } = await send(stage.service.url, request);
      if (status !== 201) throw new Error(`The service answered ${status}: ${body}`);
    }
    // First, while the rate limits of the workspaces are untouched.
    if ('hot'.includes(only)) await benchHot(stage, options);
    if ('spread'.includes(only)) await benchSpread(stage, database, options);
    await checkCounters(database);
  } finally {
    await stage.service.stop();
    await database.destroy();
  }
}

async function benchSpread(
  stage: Stage,
  database: Database,
  options: ReservationsBenchOptions,
): Promise<void> {
  const { service, databaseUrl } = stage;
  const requests = reservations(stage, stage.tenants);
  await benchAgainstPgbench(
    {
      name: `reservations of ${tenants} limits`,
      unit: '',
      leastRatio,
      script: await reservationsScript(database),
      databaseUrl,
      service,
      ...options,
    },
    () => run(stage, requests, options),
  );
}

/** Each round in a workspace of its own, whose rate limit allows 24,000 requests at once. */
async function benchHot(stage: Stage, options: ReservationsBenchOptions): Promise<void> {
  const { rounds, print } = options;
  const costs = await Costs.open(stage.databaseUrl, stage.service.pid);
  const rates: number[] = [];
  for (let round = 0; round <= rounds; round++) {
    const tenant = stage.tenants[round];
    if (!tenant) throw new Error('There are too few workspaces');
    const each = [...stage.callers.keys()].flatMap(() => [tenant, tenant, tenant, tenant]);
    const { rate, cost } = await costs.measure(() => run(stage, reservations(stage, each), options));
    if (round === 0) continue;
    rates.push(rate);
    print(`reservations of one limit, round ${round}: ${rate.toFixed(0)}/s ${cost}\n`);
  }
  await costs.close();
  const rate = median(rates);
  const verdict = rate < leastHotRate ? ' missed' : '';
  print(`reservations of one limit: ${rate.toFixed(0)}/s, bar ${leastHotRate}${verdict}\n`);
}

async function run(
  { service }: Stage,
  requests: readonly BenchRequest[],
  { load, seconds }: ReservationsBenchOptions,
): Promise<Work> {
  const deck = await writeDeck(requests);
  try {
    const { rate, requests: count } = await load.run(service.url, deck, seconds);
    return { rate, count };
  } finally {
    await deck.remove();
  }
}

/** Every counter must have what its reservations hold. */
async function checkCounters(database: Database): Promise<void> {
  const { rows } = await sql<{ reserved: number; held: number }>`
    select (select sum(reserved)::float8 from usage_counters) as reserved,
      (select sum(quantity)::float8 from usage_reservations where state = 'Held') as held`.execute(database);
  const [{ reserved, held }] = rows as [{ reserved: number; held: number }];
  if (reserved !== held) throw new Error(`The counters have ${reserved}, the reservations hold ${held}`);
}
