import { randomBytes } from 'node:crypto';
import { defaultSettings } from '../../../emulators/microsoft-marketplace/settings.ts';
import type {
  MarketplaceEmulator,
  MarketplaceEmulatorOptions,
} from '../../../emulators/microsoft-marketplace/start.ts';
import { addProduct } from '../../../src/actions/catalogue/change-catalogue.ts';
import { alignSubscription } from '../../../src/actions/marketplace/align-subscription.ts';
import { createSubscription } from '../../../src/actions/subscriptions/create-subscription.ts';
import {
  moveSubscription,
  type RequestedMove,
} from '../../../src/actions/subscriptions/move-subscription.ts';
import { createFulfilmentService } from '../../../src/adapters/microsoft-marketplace/fulfilment-service.ts';
import type { Subscription } from '../../../src/core/subscriptions/subscription.ts';
import { findSubscriptionByMarketplaceId } from '../../../src/storage/subscriptions/subscriptions.ts';
import { applyNotifications } from '../../../src/workers/marketplace/apply-notifications.ts';
import { reconcileMarketplace } from '../../../src/workers/marketplace/reconcile.ts';
import { done } from '../done.ts';
import { localExchange } from '../peers/local-exchange.ts';
import { notificationPath, type PublisherAccount } from '../peers/publisher-account.ts';
import { plan, product } from './products.ts';
import { note, order } from './subscribing.ts';
import { type TestResponse, testEncryptionKey, World, withToken } from './world.ts';

export const sourceName = 'Shop';

const perSeat = { dimensions: [], isPricePerSeat: true, minQuantity: 1, maxQuantity: 100 };
const offer = {
  id: 'forum',
  plans: [
    { id: 'basic', dimensions: [] },
    { id: 'gold', dimensions: [] },
    { id: 'seats', ...perSeat },
    { id: 'unmapped', dimensions: [] },
  ],
};

interface FulfilmentOptions {
  readonly tokenVersion?: 1 | 2;
  readonly settings?: MarketplaceEmulatorOptions['settings'];
}

/** The service without its workers and a workspace that sells the forum on the marketplace. */
export class FulfilmentWorld {
  readonly world: World;
  readonly account: PublisherAccount;
  readonly marketplace: MarketplaceEmulator;
  readonly workspaceId: string;
  readonly connectionId: string;
  readonly fulfilment;

  private constructor(parts: Pick<FulfilmentWorld, 'world' | 'account' | 'workspaceId' | 'connectionId'>) {
    this.world = parts.world;
    this.account = parts.account;
    this.marketplace = parts.account.marketplace;
    this.workspaceId = parts.workspaceId;
    this.connectionId = parts.connectionId;
    this.fulfilment = createFulfilmentService({
      clock: parts.world.clock,
      randomBytes,
      exchange: localExchange,
      budgetMilliseconds: 5_000,
    });
  }

  static async create({ workers = false, ...options }: FulfilmentOptions & { workers?: boolean } = {}) {
    return FulfilmentWorld.in(await World.create({ nodeRoles: { api: true, workers } }), options);
  }

  /** A workspace of its own in the world, and a marketplace of its own. */
  static async in(
    world: World,
    { tokenVersion = 1, settings = {} }: FulfilmentOptions = {},
  ): Promise<FulfilmentWorld> {
    const account = await world.publisher(
      { offer, tokenVersion },
      { settings: { retryMilliseconds: 50, ...settings } },
    );
    const workspaceId = await world.workspace();
    const mapped = (planId: string) => [{ sourceName, offerId: 'forum', planId, dimensions: [] }];
    const plans = [
      plan('basic', { marketplace: mapped('basic') }),
      plan('gold', { marketplace: mapped('gold') }),
      plan('seats', { licenceModel: 'Seats', billingModel: 'PerUser', marketplace: mapped('seats') }),
    ];
    done(await addProduct(world.context, workspaceId, product('forum', { plans })));
    const connectionId = await account.connect(world.context, workspaceId, sourceName);
    account.setServiceUrl(world.service.url, connectionId);
    return new FulfilmentWorld({ world, account, workspaceId, connectionId });
  }

  /** Deletes notifications and notices, and restores the marketplace's settings. */
  async reset(): Promise<void> {
    await this.world.database.deleteFrom('marketplace_notifications').execute();
    await this.world.database.deleteFrom('notices').execute();
    this.marketplace.clearFaults();
    this.marketplace.changeSettings({ ...defaultSettings, retryMilliseconds: 50 });
  }

  async close(): Promise<void> {
    this.fulfilment.stop();
    await this.world.close();
  }

  get source() {
    return { workspaceId: this.workspaceId, sourceName };
  }

  /** A subscription at the marketplace only; returns its id. */
  sold(what: Parameters<PublisherAccount['register']>[0] = {}): string {
    return this.account.register(what);
  }

  /** A subscription with the same facts on both sides. */
  async bought(what: Parameters<FulfilmentWorld['sold']>[0] = {}): Promise<string> {
    const id = this.sold(what);
    const theirs = await this.fulfilment.getSubscription(this.account.connection, id);
    if (theirs.outcome !== 'answered') throw new Error(theirs.reason);
    done(await alignSubscription(this.world.context, this.source, theirs.value, 'test'));
    return id;
  }

  /** Creates our Pending subscription of one at the marketplace, and applies the moves to it. */
  async landed(id: string, moves: readonly RequestedMove[] = []): Promise<void> {
    const theirs = this.marketplace.findSubscription(id);
    if (!theirs) throw new Error('There is no such subscription');
    const { tenantId: customer } = theirs.beneficiary;
    const bought = order({
      product: 'forum',
      plan: theirs.planId,
      tenantId: customer,
      source: 'Marketplace',
      marketplaceSubscriptionId: id,
      quantity: theirs.quantity ?? null,
      renewsItself: true,
    });
    const { subscription } = done(
      await createSubscription(this.world.context, this.workspaceId, bought, note),
    );
    for (const move of moves) await this.move(subscription, move);
  }

  /** Changes our subscription only. */
  async move({ subscriptionId }: Pick<Subscription, 'subscriptionId'>, move: RequestedMove): Promise<void> {
    done(await moveSubscription(this.world.context, this.workspaceId, subscriptionId, move, note));
  }

  async history(id: string) {
    const ours = await this.ours(id);
    return this.world.database
      .selectFrom('subscription_history')
      .selectAll()
      .where('subscription_id', '=', ours?.subscriptionId ?? '')
      .orderBy('revision')
      .execute();
  }

  /** The marketplace repeats a notification. */
  async repeat(operationId: string, times: number): Promise<void> {
    const delivery = this.marketplace.deliveries().find((one) => one.operationId === operationId);
    await this.account.command(`deliveries/${delivery?.number}/send?times=${times}`);
  }

  get connection() {
    return this.account.connection;
  }

  async ours(id: string): Promise<Subscription | undefined> {
    return findSubscriptionByMarketplaceId(this.world.database, this.workspaceId, id);
  }

  customer(id: string, operation: string) {
    return this.account.customer(id, operation);
  }

  callerToken(...caller: Parameters<PublisherAccount['callerToken']>): Promise<string> {
    return this.account.callerToken(...caller);
  }

  /** Sends a notification. */
  post(body: unknown, token?: string, contentType = 'application/json'): Promise<TestResponse> {
    return this.world.call(notificationPath(this.connectionId), {
      method: 'POST',
      headers: { 'content-type': contentType, ...(token === undefined ? {} : withToken(token)) },
      body: JSON.stringify(body),
    });
  }

  /** A worker of its own, as each node has. */
  applier() {
    const failures: unknown[] = [];
    const work = applyNotifications({
      context: () => this.world.context,
      fulfilment: this.fulfilment,
      encryptionKey: testEncryptionKey,
      onFailure: (error) => failures.push(error),
    });
    return {
      work,
      async run() {
        while (await work());
        if (failures.length > 0) throw failures[0];
      },
    };
  }

  reconciler() {
    return reconcileMarketplace({
      context: () => this.world.context,
      fulfilment: this.fulfilment,
      encryptionKey: testEncryptionKey,
    });
  }

  calls() {
    return this.world.database
      .selectFrom('marketplace_notifications')
      .selectAll()
      .orderBy('received_at')
      .orderBy('operation_id')
      .execute();
  }

  async call(operationId: string) {
    return (await this.calls()).find((call) => call.operation_id === operationId);
  }

  notices() {
    return this.world.database.selectFrom('notices').selectAll().orderBy('notice_id').execute();
  }
}
