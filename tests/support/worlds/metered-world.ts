import { randomBytes } from 'node:crypto';
import type { MarketplaceEmulator } from '../../../emulators/microsoft-marketplace/start.ts';
import { addProduct } from '../../../src/actions/catalogue/change-catalogue.ts';
import { createMeteringService } from '../../../src/adapters/microsoft-marketplace/metering-service.ts';
import type { Meter } from '../../../src/core/catalogue/meter.ts';
import type { MarketplaceCredential } from '../../../src/core/marketplace/connections/credential.ts';
import type { CircuitChange } from '../../../src/core/operations/circuit-change.ts';
import type { ServiceSettings } from '../../../src/service/start-service.ts';
import { dispatchUsage } from '../../../src/workers/usage/dispatch.ts';
import { done } from '../done.ts';
import { localExchange } from '../peers/local-exchange.ts';
import type { PublisherAccount } from '../peers/publisher-account.ts';
import { plan, product } from './products.ts';
import { newTenant, subscribe } from './subscribing.ts';
import { type TestClient, testEncryptionKey, World, withKey } from './world.ts';

export { publisher } from '../peers/publisher-account.ts';

export const hour = 3_600_000;
export const minute = 60_000;

export interface MeteredCustomer {
  readonly tenantId: string;
  /** The marketplace's subscription id. */
  readonly resourceId: string;
}

/**
 * The service without its workers and a workspace with two products, the forum at the source `Shop` and the mosaic at
 * `Bazaar`. Only `Shop` is connected. Our plans have the dimensions `posts` and `likes`, the marketplace's only `posts`.
 */
export class MeteredWorld {
  readonly world: World;
  readonly account: PublisherAccount;
  readonly marketplace: MarketplaceEmulator;
  readonly client: TestClient;

  private constructor(parts: Pick<MeteredWorld, 'world' | 'account' | 'client'>) {
    this.world = parts.world;
    this.account = parts.account;
    this.marketplace = parts.account.marketplace;
    this.client = parts.client;
  }

  /** @param meter how the dimensions are fed */
  static async create(
    meter: Partial<Meter> = {},
    changes: Partial<ServiceSettings> = {},
  ): Promise<MeteredWorld> {
    return MeteredWorld.in(await World.create(changes), meter);
  }

  /** A workspace of its own in the world, and a marketplace of its own. */
  static async in(world: World, meter: Partial<Meter> = {}): Promise<MeteredWorld> {
    const account = await world.publisher({
      offer: { id: 'forum', plans: [{ id: 'basic', dimensions: ['posts'] }] },
    });
    const workspaceId = await world.workspace();
    const dimensions = ['posts', 'likes'].map((id) => ({ id, name: id, unit: 'unit', ...meter }));
    const mapping = (sourceName: string) => [{ sourceName, offerId: 'forum', planId: 'basic', dimensions }];
    const forum = product('forum', { plans: [plan('basic', { marketplace: mapping('Shop') })] });
    const mosaic = product('mosaic', { plans: [plan('basic', { marketplace: mapping('Bazaar') })] });
    done(await addProduct(world.context, workspaceId, forum));
    done(await addProduct(world.context, workspaceId, mosaic));
    await account.connect(world.context, workspaceId, 'Shop');
    return new MeteredWorld({ world, account, client: await world.client(workspaceId) });
  }

  close(): Promise<void> {
    return this.world.close();
  }

  async connect(
    sourceName: string,
    marketplaceUrl: string,
    credential: MarketplaceCredential = this.account.connection.credential,
  ): Promise<void> {
    const { world, client } = this;
    await this.account.connect(world.context, client.workspaceId, sourceName, { marketplaceUrl, credential });
  }

  metering() {
    return createMeteringService({
      clock: this.world.clock,
      randomBytes,
      exchange: localExchange,
      budgetMilliseconds: 5_000,
    });
  }

  /** Subscriptions on both sides, active for two days. */
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
      this.account.register({ id: resourceId, tenantId });
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

  sendEvents(events: readonly object[]) {
    return this.world.call('/api/v1/usage-events', {
      method: 'POST',
      headers: { ...withKey(this.client), 'content-type': 'application/json' },
      body: JSON.stringify({ events }),
    });
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

  /** Another program with the publisher's secret reports an hour. */
  async reportBehindOurBack(resourceId: string, quantity: string, hoursAgo = 3): Promise<void> {
    const moment = new Date(this.world.clock.now().getTime() - hoursAgo * hour);
    const answer = await this.metering().sendBatch(this.account.connection, [
      { resourceId, planId: 'basic', dimension: 'posts', hour: moment, quantity },
    ]);
    if (answer.outcome !== 'answered' || answer.items[0]?.outcome !== 'accepted') {
      throw new Error(`It was not accepted: ${JSON.stringify(answer)}`);
    }
  }

  /** A dispatcher of its own, as each node has. */
  dispatcher() {
    const failures: unknown[] = [];
    const circuits: CircuitChange[] = [];
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
      onCircuit: (change) => circuits.push(change),
      onFailure: (error) => failures.push(error),
    });
    return {
      circuits,
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
    return this.world.database
      .selectFrom('usage_reports')
      .selectAll()
      .where('workspace_id', '=', this.client.workspaceId)
      .orderBy('quantity')
      .execute();
  }

  async statuses(): Promise<string[]> {
    return (await this.reports()).map(({ status }) => status);
  }

  /** The quantities that the marketplace has accepted. */
  held(): number[] {
    return this.marketplace
      .usageEvents()
      .map(({ quantity }) => Number(quantity))
      .sort((a, b) => a - b);
  }
}
