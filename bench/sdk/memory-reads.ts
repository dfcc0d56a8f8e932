import type { EntraEmulator } from '../../emulators/entra/start.ts';
import { createTessera, type Tessera } from '../../sdk/src/index.ts';
import { send } from '../answer.ts';
import { writeDeck } from '../deck.ts';
import { byKey, reads } from '../questions.ts';
import { median, type RoundsOptions } from '../rounds.ts';
import { setStage } from '../stage.ts';
import type { SdkStage } from './stage.ts';

const maxMicroseconds = 2;
const leastMultiple = 200;
const warmTenants = 10_000;

/** `entitlement()` from memory, in turn with warm reads of the same number of tenants over HTTP. */
export async function benchMemoryReads(
  stage: SdkStage,
  setting: { readonly serverUrl: (database: string) => string; readonly idp: EntraEmulator },
  { load, rounds, seconds }: RoundsOptions,
  print: (text: string) => void,
): Promise<void> {
  const http = await setStage({ ...setting, tenants: warmTenants, profile: null });
  const requests = reads(http, http.tenants, byKey);
  for (const request of requests) await send(http.service.url, request);
  const tessera = await warmClient(stage);
  const costs: number[] = [];
  const multiples: number[] = [];
  const rates: number[] = [];
  try {
    for (let round = 0; round <= rounds; round++) {
      const deck = await writeDeck(requests);
      const { rate } = await load.run(http.service.url, deck, seconds);
      await deck.remove();
      const cost = await readFromMemory(tessera, stage, seconds);
      if (round === 0) continue;
      rates.push(rate);
      costs.push(cost);
      multiples.push(1_000_000 / cost / rate);
    }
  } finally {
    await tessera.close();
    await http.service.stop();
  }
  const [cost, multiple] = [median(costs), median(multiples)];
  print(
    `entitlement() from memory, ${stage.holdings.length} tenants: ${cost.toFixed(2)} µs, ` +
      `bar ${maxMicroseconds}${cost > maxMicroseconds ? ' missed' : ''}\n`,
  );
  print(
    `entitlement() from memory: ${(1_000_000 / cost).toFixed(0)}/s, HTTP read ${median(rates).toFixed(0)}/s, ` +
      `${multiple.toFixed(0)} times, bar ${leastMultiple}${multiple < leastMultiple ? ' missed' : ''}\n`,
  );
}

/** A client with all tenants cached and the change stream open. */
async function warmClient({ nodes, product, apiKeys, holdings }: SdkStage): Promise<Tessera> {
  const url = nodes[0]?.url ?? '';
  const tessera = createTessera({ url, product, credential: { apiKey: apiKeys[0] ?? '' }, timeout: '30s' });
  const connected = new Promise((resolve) => tessera.on('connected', resolve));
  await tessera.entitlement(holdings[0]?.tenantId ?? '');
  await connected;
  for (let start = 0; start < holdings.length; start += 1_000) {
    await Promise.all(
      holdings.slice(start, start + 1_000).map(({ tenantId }) => tessera.entitlement(tenantId)),
    );
  }
  return tessera;
}

/** Microseconds of one call, awaited one after the other. */
async function readFromMemory(tessera: Tessera, { holdings }: SdkStage, seconds: number): Promise<number> {
  const tenantIds = holdings.map(({ tenantId }) => tenantId);
  let misses = 0;
  const stop = tessera.on('miss', () => {
    misses += 1;
  });
  let calls = 0;
  const start = performance.now();
  const end = start + seconds * 1_000;
  let now = start;
  while (now < end) {
    await readAll(tessera, tenantIds);
    calls += tenantIds.length;
    now = performance.now();
  }
  stop();
  if (misses > 0) throw new Error(`${misses} reads were not from memory`);
  return ((now - start) * 1_000) / calls;
}

/** A function of its own, so that it is optimised after a few calls, as the code of an application is. */
async function readAll(tessera: Tessera, tenantIds: readonly string[]): Promise<void> {
  for (const tenantId of tenantIds) await tessera.entitlement(tenantId);
}
