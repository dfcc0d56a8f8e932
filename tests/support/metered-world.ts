import { randomBytes } from 'node:crypto';
import {
  type MarketplaceEmulator,
  startMarketplaceEmulator,
} from '../../emulators/microsoft-marketplace/start.ts';
import { addProduct } from '../../src/actions/catalogue/add-product.ts';
import { connectMarketplace } from '../../src/actions/marketplace/connect.ts';
import { createMeteringService } from '../../src/adapters/microsoft-marketplace/metering-service.ts';
import type { MarketplaceCredential } from '../../src/core/marketplace/credential.ts';
import { dispatchUsage } from '../../src/workers/usage/dispatch.ts';
import { done } from './done.ts';
import { localExchange } from './local-exchange.ts';
import { plan, product } from './products.ts';
import { newTenant, subscribe } from './subscribing.ts';
import { type TestClient, testEncryptionKey, World, withKey } from './world.ts';

export const hour = 3_600_000;
export const minute = 60_000;
export const publisher = {
  tenantId: 'a3000000-0000-4000-8000-000000000001',
  clientId: 'c3000000-0000-4000-8000-000000000001',
  secret: 'publisher',
};

export interface MeteredCustomer {
  readonly tenantId: string;
  /** What the marketplace calls the subscription. */
  readonly resourceId: string;
}

/**
 * The service without its workers, the real marketplace emulator, and a workspace that sells through it: the forum as
 * `Shop`, the mosaic as `Bazaar`, of which only `Shop` is connected. Both have the meters `posts` and `likes`; the
 * marketplace knows `posts` alone.
 */
export class MeteredWorld {
  readonly world: World;
  readonly marketplace: MarketplaceEmulator;
  readonly client: TestClient;

  private constructor(parts: Pick<MeteredWorld, 'world' | 'marketplace' | 'client'>) {
    this.world = parts.world;
    this.marketplace = parts.marketplace;
    this.client = parts.client;
  }

  static async create(): Promise<MeteredWorld> {
    const world = await World.create({ nodeRoles: { api: true, workers: false } });
    const { tenantId, clientId, secret } = publisher;
    world.idp.registerTenant({ id: tenantId });
    const secrets = [{ value: secret }];
    world.idp.registerApplication({ clientId, tenantIds: [tenantId], secrets, roles: {} });
    const offers = [{ id: 'forum', plans: [{ id: 'basic', dimensions: ['posts'] }] }];
    const marketplace = await startMarketplaceEmulator({
      idp: world.idp,
      directory: { publishers: [{ id: 'arcadia', tenantId, clientId, offers }], subscriptions: [] },
      now: world.clock.now,
    });
    const workspaceId = await world.workspace();
    const dimensions = ['posts', 'likes'].map((id) => ({ id, name: id, unit: 'unit' }));
    const mapping = (sourceName: string) => [{ sourceName, offerId: 'forum', planId: 'basic', dimensions }];
    const forum = product('forum', { plans: [plan('basic', { marketplace: mapping('Shop') })] });
    const mosaic = product('mosaic', { plans: [plan('basic', { marketplace: mapping('Bazaar') })] });
    done(await addProduct(world.context, workspaceId, forum));
    done(await addProduct(world.context, workspaceId, mosaic));
    const metered = new MeteredWorld({ world, marketplace, client: await world.client(workspaceId) });
    await metered.connect('Shop', marketplace.url);
    return metered;
  }

  async close(): Promise<void> {
    await this.marketplace.close();
    await this.world.close();
  }

  async connect(
    sourceName: string,
    marketplaceUrl: string,
    credential: MarketplaceCredential = this.connection.credential,
  ): Promise<void> {
    const { world, client } = this;
    await connectMarketplace(
      world.context,
      client.workspaceId,
      sourceName,
      { ...this.connection, marketplaceUrl, credential },
      testEncryptionKey,
    );
  }

  /** As an adapter is given it. */
  get connection() {
    const { tenantId, clientId, secret } = publisher;
    return {
      authUrl: this.world.idp.url,
      marketplaceUrl: this.marketplace.url,
      tenantId,
      clientId,
      credential: { kind: 'secret', clientSecret: secret } as const,
    };
  }

  metering() {
    return createMeteringService({
      clock: this.world.clock,
      randomBytes,
      exchange: localExchange,
      budgetMilliseconds: 5_000,
    });
  }

  /** Subscriptions that the marketplace knows too, active for two days. */
  async bought(count: number, productSlug = 'forum'): Promise<MeteredCustomer[]> {
    const made = [];
    for (let index = 0; index < count; index++) {
      const [tenantId, resourceId] = [newTenant(), crypto.randomUUID()];
      await subscribe(this.world, this.client.workspaceId, {
        tenantId,
        product: productSlug,
        source: 'Marketplace',
        marketplaceSubscriptionId: resourceId,
      });
      this.marketplace.registerSubscription({
        id: resourceId,
        publisherId: 'arcadia',
        offerId: 'forum',
        planId: 'basic',
        state: 'Subscribed',
      });
      made.push({ tenantId, resourceId });
    }
    this.world.clock.forward(48 * hour);
    return made;
  }

  usage(tenantId: string, quantity: number, hoursAgo = 3, rest: object = {}) {
    return {
      tenantId,
      product: 'forum',
      dimension: 'posts',
      quantity,
      usageStartAt: new Date(this.world.clock.now().getTime() - hoursAgo * hour).toISOString(),
      ...rest,
    };
  }

  /** Throws when one of the records is refused. */
  async report(records: object[]): Promise<void> {
    for (let start = 0; start < records.length; start += 100) {
      const answer = await this.world.call('/api/v1/metered-usage', {
        method: 'POST',
        headers: { ...withKey(this.client), 'content-type': 'application/json' },
        body: JSON.stringify({ records: records.slice(start, start + 100) }),
      });
      if (answer.body.refused !== 0) throw new Error(`Usage was refused: ${answer.text}`);
    }
  }

  /** What somebody else, who has the publisher's secret too, reports for an hour. */
  async reportBehindOurBack(resourceId: string, quantity: string, hoursAgo = 3): Promise<void> {
    const moment = new Date(this.world.clock.now().getTime() - hoursAgo * hour);
    const answer = await this.metering().sendBatch(this.connection, [
      { resourceId, planId: 'basic', dimension: 'posts', hour: moment, quantity },
    ]);
    if (answer.outcome !== 'answered' || answer.items[0]?.outcome !== 'accepted') {
      throw new Error(`It was not accepted: ${JSON.stringify(answer)}`);
    }
  }

  /** A sender of its own, as a node has one. */
  dispatcher() {
    const failures: unknown[] = [];
    let openCircuits = 0;
    const dispatch = dispatchUsage({
      context: () => this.world.context,
      metering: this.metering(),
      measurements: {
        openCircuits(count) {
          openCircuits = count;
        },
      },
      encryptionKey: testEncryptionKey,
      onFailure: (error) => failures.push(error),
    });
    return {
      openCircuits: () => openCircuits,
      async run() {
        await dispatch.work();
        await dispatch.finish();
        const [failure] = failures.splice(0);
        if (failure) throw failure;
      },
    };
  }

  reports() {
    return this.world.database.selectFrom('usage_reports').selectAll().orderBy('quantity').execute();
  }

  async statuses(): Promise<string[]> {
    return (await this.reports()).map(({ status }) => status);
  }

  /** The quantities that the marketplace has taken. */
  held(): number[] {
    return this.marketplace
      .usageEvents()
      .map(({ quantity }) => Number(quantity))
      .sort((a, b) => a - b);
  }
}
