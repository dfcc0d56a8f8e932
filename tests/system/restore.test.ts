import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLogger, type Service, startService } from '../../src/service/start-service.ts';
import { InstalledPostgres } from '../support/database/installed-postgres.ts';
import { migrateDatabase, sendTestEventTo, usageReportsOf } from '../support/database/restored-data.ts';
import { addEndpoint } from '../support/peers/webhook-endpoint.ts';
import { WebhookReceiver } from '../support/peers/webhook-receiver.ts';
import { MeteredWorld, minute } from '../support/worlds/metered-world.ts';
import { withKey } from '../support/worlds/world.ts';

/** The folder of pg_dump, pg_restore and a server of the same version: /usr/lib/postgresql/15/bin on Debian. */
const binaries = process.env.POSTGRES_BINARIES ?? '';

describe.skipIf(binaries === '')('a dump that is restored elsewhere (needs POSTGRES_BINARIES)', () => {
  let postgres: InstalledPostgres;
  let shop: MeteredWorld;
  let partner: WebhookReceiver;
  beforeAll(async () => {
    postgres = await InstalledPostgres.start(binaries);
    partner = await WebhookReceiver.start();
    const databaseUrl = await postgres.createDatabase('source');
    await migrateDatabase(databaseUrl);
    shop = await MeteredWorld.create({}, { databaseUrl });
  });
  afterAll(async () => {
    await shop?.close();
    await partner?.close();
    await postgres?.stop();
  });

  const node = (databaseUrl: string, nodeRoles: { api: boolean; workers: boolean }): Promise<Service> =>
    startService(
      { ...shop.world.settings, databaseUrl, nodeRoles },
      { clock: shop.world.clock, logger: createLogger('silent') },
    );
  const webhookIds = () => partner.received.map(({ headers }) => headers['webhook-id']);
  const testEvents = () => partner.received.filter(({ body }) => body.includes('"webhook.test"')).length;

  it('answers alike with the same key, and sends what was not sent, once', async () => {
    const { world, client } = shop;
    const [one, two] = await shop.bought(2);
    if (!one || !two) throw new Error('Two customers are expected');
    const url = partner.url('/hooks');
    const { endpointId } = await addEndpoint(world.context, client.workspaceId, { url });
    const endpoint = { workspaceId: client.workspaceId, endpointId };

    await shop.report([shop.usage(one.tenantId, 1)]);
    world.clock.forward(15 * minute);
    await sendTestEventTo(world.context, endpoint);
    const workers = await node(world.url, { api: false, workers: true });
    await expect.poll(() => [shop.held(), testEvents()]).toEqual([[1], 1]);
    await expect.poll(() => shop.statuses()).toEqual(['Accepted']);
    const [sent] = await usageReportsOf(world.url);
    await workers.stop();

    await shop.report([shop.usage(two.tenantId, 2)]);
    world.clock.forward(15 * minute);
    await sendTestEventTo(world.context, endpoint);
    const target = await postgres.createDatabase('target');
    await postgres.copy(world.url, target);

    const restored = await node(target, { api: true, workers: false });
    try {
      const read = async (service: Service, path: string) => {
        const answer = await fetch(`${service.url}${path}`, { headers: withKey(client) });
        const { evaluatedAt: _, ...body } = (await answer.json()) as Record<string, unknown>;
        return { status: answer.status, etag: answer.headers.get('etag'), body };
      };
      for (const path of [
        `/api/v1/entitlements/${one.tenantId}?product=forum`,
        `/api/v1/entitlements/${two.tenantId}?product=forum`,
        '/api/v1/catalogue/products',
      ]) {
        const answer = await read(restored, path);
        expect(answer).toEqual(await read(world.service, path));
        expect(answer.status).toBe(200);
      }
    } finally {
      await restored.stop();
    }

    const restoredWorkers = await node(target, { api: false, workers: true });
    try {
      await expect.poll(() => [shop.held(), testEvents()]).toEqual([[1, 2], 2]);
      // The report that was sent before is not decided again.
      const second = { status: 'Accepted', decided_at: world.clock.now() };
      await expect.poll(() => usageReportsOf(target)).toEqual([sent, second]);
    } finally {
      await restoredWorkers.stop();
    }
    expect([shop.held(), testEvents()]).toEqual([[1, 2], 2]);
    expect(new Set(webhookIds()).size).toBe(webhookIds().length);
  });

  it('does not start with another key', async () => {
    const encryptionKey = { current: new Uint8Array(32).fill(7), old: [] };
    const starting = startService(
      { ...shop.world.settings, databaseUrl: postgres.url('target'), encryptionKey },
      { clock: shop.world.clock, logger: createLogger('silent') },
    );
    await expect(starting).rejects.toThrow('ENCRYPTION_KEY does not open the secrets of this database');
  });
});
