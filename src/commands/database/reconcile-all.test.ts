import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { FulfilmentWorld, sourceName } from '../../../tests/support/worlds/fulfilment-world.ts';
import { testEncryptionKey } from '../../../tests/support/worlds/world.ts';
import { leaseMarketplaceReconciliation } from '../../actions/marketplace/reconciliation.ts';
import { reconcileConnection } from '../../workers/marketplace/reconcile.ts';
import { reconcileAll } from './reconcile.ts';

const hour = 3_600_000;

let shop: FulfilmentWorld;
let workspaceId: string;
beforeAll(async () => {
  shop = await FulfilmentWorld.create();
  workspaceId = shop.workspaceId;
  await shop.bought();
});
afterAll(() => shop.close());
beforeEach(async () => {
  await shop.reset();
  shop.marketplace.clearFaults();
  shop.world.clock.forward(hour);
});

const options = () => ({
  context: () => shop.world.context,
  fulfilment: shop.fulfilment,
  encryptionKey: testEncryptionKey,
});

/** Another node takes the connection. */
async function take() {
  const lease = await leaseMarketplaceReconciliation(shop.world.context);
  if (!lease) throw new Error('There is nothing to take');
  return { compare: () => reconcileConnection(options(), lease) };
}

/** The lines and results of the command. `onWait`: when it waits. */
async function run(onWait: () => Promise<unknown> = async () => {}) {
  const lines: string[] = [];
  let waited: Promise<unknown> = Promise.resolve();
  const results = await reconcileAll(options(), (line) => {
    lines.push(line.replace(`${workspaceId} ${sourceName}: `, ''));
    if (line.includes('waiting')) waited = onWait();
  });
  await waited;
  return { lines, results };
}

const waiting = 'waiting, another node compares it.';
const compared = '1 compared, 0 repaired, 0 need attention.';

it('compares a connection that nobody has taken', async () => {
  const { lines, results } = await run();
  expect(lines).toEqual([compared]);
  expect(results).toMatchObject([{ workspaceId, sourceName, state: 'done' }]);
});

it('waits for a connection that another node has taken', async () => {
  const other = await take();
  const { lines, results } = await run(other.compare);
  expect(lines).toEqual([waiting, compared]);
  expect(results).toMatchObject([{ state: 'done', result: { compared: 1 } }]);
});

it('reports what another node could not read', async () => {
  const first = await take();
  const { lines, results } = await run(async () => {
    await first.compare();
    const second = await take();
    shop.marketplace.setFault({ kind: 'forbidden' });
    await second.compare().catch(() => {});
  });
  expect(lines).toEqual([waiting, expect.stringContaining('could not be compared')]);
  expect(results).toMatchObject([{ state: 'failed', failure: expect.stringContaining(sourceName) }]);
});

it('compares a connection again whose node has died', async () => {
  await take();
  const { lines } = await run(async () => shop.world.clock.forward(hour));
  expect(lines).toEqual([waiting, compared]);
});

it('compares a connection at once that could not be read a moment ago', async () => {
  shop.marketplace.setFault({ kind: 'forbidden' });
  expect((await run()).results).toMatchObject([{ state: 'failed' }]);
  shop.marketplace.clearFaults();
  expect((await run()).lines).toEqual([compared]);
});
