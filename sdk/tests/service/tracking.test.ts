import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addProduct } from '../../../src/actions/catalogue/change-catalogue.ts';
import { done } from '../../../tests/support/done.ts';
import { meteredProduct } from '../../../tests/support/worlds/meter-books.ts';
import { newTenant, subscribe } from '../../../tests/support/worlds/subscribing.ts';
import { World } from '../../../tests/support/worlds/world.ts';
import { createTessera } from '../../src/client.ts';
import { fileJournal } from '../../src/node/file-journal.ts';
import type { Tessera, TesseraOptions } from '../../src/types.ts';

let world: World;
let workspaceId: string;
let folder: string;
let tenantId: string;
let warnings: string[] = [];
const clients: Tessera[] = [];
beforeAll(async () => {
  world = await World.shared();
  workspaceId = await world.workspace();
  folder = await mkdtemp(join(tmpdir(), 'tessera-tracking-'));
  done(await addProduct(world.context, workspaceId, meteredProduct('meters')));
  tenantId = newTenant();
  const marketplaceSubscriptionId = crypto.randomUUID();
  const bought = { tenantId, product: 'meters', source: 'Marketplace', marketplaceSubscriptionId } as const;
  await subscribe(world, workspaceId, bought);
  world.clock.forward(48 * 3_600_000);
});
afterAll(async () => {
  await Promise.all(clients.map((client) => client.close()));
  await rm(folder, { recursive: true, force: true });
  await world.close();
});

/** A client with a credential of its own: each is another API client. */
async function createClient(options: Partial<TesseraOptions> = {}): Promise<Tessera> {
  const client = createTessera({
    url: world.service.url,
    product: 'meters',
    credential: await world.client(workspaceId),
    now: () => world.clock.now().getTime(),
    logger: { warn: (message) => warnings.push(message) },
    ...options,
  });
  clients.push(client);
  return client;
}

it('the service refuses usage, and the client warns with what to do', async () => {
  const client = await createClient();
  warnings = [];
  client.track(tenantId, 'row', 1);
  client.track(tenantId, 'posts', 1);
  client.track(newTenant(), 'rows', 1);
  client.track(tenantId, 'rows', 0.1 + 0.2);
  expect(await client.flush()).toEqual({ sent: 1, refused: 3, dropped: 0 });
  expect(warnings).toEqual([
    expect.stringMatching(
      /^Tessera: the service refuses usage of "row" with metering.unknown_dimension .*"rows"/,
    ),
    expect.stringMatching(/^Tessera: the service refuses usage of "posts" with metering.fed_by_records /),
    expect.stringMatching(
      /^Tessera: the service refuses usage of "rows" with metering.subscription_not_found /,
    ),
  ]);
});

it.each([
  ['the library makes', {}],
  ['have a source', { id: 'job-1', source: 'importer' }],
])('a journal that another API client takes over counts once: ids that %s', async (_case, options) => {
  const used = async () => (await clients[0]?.usage(tenantId))?.rows?.used ?? 0;
  const before = await used();
  const root = await mkdtemp(join(folder, 'journal-'));
  // The service counts the events, but its response is lost.
  const fetchWithoutResponse: typeof fetch = async (...request) => {
    await fetch(...request);
    throw new TypeError('fetch failed');
  };
  const first = await createClient({ journal: fileJournal(root), fetch: fetchWithoutResponse });
  await first.track(tenantId, 'rows', 5, options);
  await expect(first.flush()).rejects.toThrow('gave no answer');
  await first.close();
  expect(await used()).toBe(before + 5);

  const second = await createClient({ journal: fileJournal(root) });
  await expect.poll(async () => (await second.flush()).sent).toBe(1);
  expect(await used()).toBe(before + 5);
});
