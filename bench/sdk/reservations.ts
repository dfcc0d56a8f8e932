import { sql } from 'kysely';
import { createTessera, type Tessera } from '../../sdk/src/index.ts';
import { median } from '../rounds.ts';
import { tenantIdOf } from '../usage/meters.ts';
import { openShop, type Shop } from '../usage/shop.ts';
import type { TrackingOptions } from './tracking.ts';

const leastRate = 200_000;
const pairs = 200_000;
/** A block is a hundredth of it, so that no round waits for the next one for long. */
const limit = 1_000_000_000;

const meter = { id: 'rows', name: 'Rows', unit: 'row', intake: 'Events', aggregation: 'Sum' } as const;

/** `reserve` and `commit` from a block, awaited one after the other, and whether the service has counted each once. */
export async function benchReservations({
  serverUrl,
  idpUrl,
  rounds,
  print,
}: TrackingOptions): Promise<void> {
  const marketplace = { idpUrl, url: idpUrl };
  const shop = await openShop(serverUrl, 'bench_blocks', marketplace, null, [{ ...meter, included: null }]);
  await sql`
    update meter_dimensions set limit_quantity = ${limit}, limit_per = 'Month', limit_action = 'Deny'`.execute(
    shop.database,
  );
  const service = await shop.start('--api');
  const [apiKey = ''] = shop.apiKeys;
  const product: string = 'meter';
  const tessera = createTessera({ url: service.url, product, credential: { apiKey }, timeout: '30s' });
  const rates: number[] = [];
  try {
    for (let round = 0; round <= rounds; round++) {
      const start = performance.now();
      await reserveInTurns(tessera, tenantIdOf(0));
      const rate = (pairs * 1_000) / (performance.now() - start);
      if (round > 0) rates.push(rate);
    }
  } finally {
    await tessera.close();
  }
  const rate = median(rates);
  print(
    `reserve and commit from a block: ${rate.toFixed(0)}/s, bar ${leastRate}${rate < leastRate ? ' missed' : ''}\n`,
  );
  const [counted, committed] = [await countUsage(shop), pairs * (rounds + 1)];
  if (counted !== committed) throw new Error(`${committed} units were committed, ${counted} are counted`);
  await service.stop();
  await shop.close();
}

/** A function of its own, so that it is optimised after a few calls, as the code of an application is. */
async function reserveInTurns(tessera: Tessera, tenantId: string): Promise<void> {
  for (let number = 0; number < pairs; number++) {
    const reservation = await tessera.reserve(tenantId, 'rows', 1);
    if (!reservation.isGranted || reservation.failedOpen) throw new Error('A reservation was not granted');
    await reservation.commit();
  }
}

async function countUsage({ database }: Shop): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select coalesce(sum(total), 0)::float8 as total from usage_hours`.execute(database);
  return rows[0]?.total ?? 0;
}
