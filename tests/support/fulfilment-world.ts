import { randomBytes, randomUUID } from 'node:crypto';
import { defaultSettings } from '../../emulators/microsoft-marketplace/settings.ts';
import {
  type MarketplaceEmulator,
  type MarketplaceEmulatorOptions,
  startMarketplaceEmulator,
} from '../../emulators/microsoft-marketplace/start.ts';
import { addProduct } from '../../src/actions/catalogue/add-product.ts';
import { alignSubscription } from '../../src/actions/marketplace/align-subscription.ts';
import { connectMarketplace } from '../../src/actions/marketplace/connect.ts';
import { createSubscription } from '../../src/actions/subscriptions/create-subscription.ts';
import { moveSubscription, type RequestedMove } from '../../src/actions/subscriptions/move-subscription.ts';
import { createFulfilmentService } from '../../src/adapters/microsoft-marketplace/fulfilment-service.ts';
import type { Subscription } from '../../src/core/subscriptions/subscription.ts';
import { findSubscriptionByMarketplaceId } from '../../src/storage/subscriptions/subscriptions.ts';
import { applyNotifications } from '../../src/workers/marketplace/apply-notifications.ts';
import { reconcileMarketplace } from '../../src/workers/marketplace/reconcile.ts';
import { clientToken, marketplaceApplication } from './client-token.ts';
import { done } from './done.ts';
import { localExchange } from './local-exchange.ts';
import { plan, product } from './products.ts';
import { newTenant, note, order } from './subscribing.ts';
import { type Answer, testEncryptionKey, World, withToken } from './world.ts';

export const sourceName = 'Shop';
const publisherId = 'arcadia';
const tenantId = 'a3000000-0000-4000-8000-000000000001';
const clientId = 'c3000000-0000-4000-8000-000000000001';
const clientSecret = 'publisher';

const perSeat = { dimensions: [], isPricePerSeat: true, minQuantity: 1, maxQuantity: 100 };
const offers = [
  {
    id: 'forum',
    plans: [
      { id: 'basic', dimensions: [] },
      { id: 'gold', dimensions: [] },
      { id: 'seats', ...perSeat },
      { id: 'unmapped', dimensions: [] },
    ],
  },
];

/**
 * The service without its workers, the real marketplace emulator and a workspace that sells the forum there. The
 * webhook of the offer leads to the service.
 */
export class FulfilmentWorld {
  readonly world: World;
  readonly marketplace: MarketplaceEmulator;
  readonly workspaceId: string;
  readonly connectionId: string;
  readonly fulfilment;

  private constructor(
    parts: Pick<FulfilmentWorld, 'world' | 'marketplace' | 'workspaceId' | 'connectionId'>,
  ) {
    this.world = parts.world;
    this.marketplace = parts.marketplace;
    this.workspaceId = parts.workspaceId;
    this.connectionId = parts.connectionId;
    this.fulfilment = createFulfilmentService({
      clock: parts.world.clock,
      randomBytes,
      exchange: localExchange,
      budgetMilliseconds: 5_000,
    });
  }

  static async create({
    workers = false,
    tokenVersion = 1,
    settings = {},
  }: {
    readonly workers?: boolean;
    readonly tokenVersion?: 1 | 2;
    readonly settings?: MarketplaceEmulatorOptions['settings'];
  } = {}): Promise<FulfilmentWorld> {
    const world = await World.create({ nodeRoles: { api: true, workers } });
    world.idp.registerTenant({ id: tenantId });
    const secrets = [{ value: clientSecret }];
    world.idp.registerApplication({ clientId, tenantIds: [tenantId], secrets, roles: {}, tokenVersion });
    const marketplace = await startMarketplaceEmulator({
      idp: world.idp,
      directory: { publishers: [{ id: publisherId, tenantId, clientId, offers }], subscriptions: [] },
      settings: { retryMilliseconds: 50, ...settings },
      now: world.clock.now,
    });
    const workspaceId = await world.workspace();
    const mapped = (planId: string) => [{ sourceName, offerId: 'forum', planId, dimensions: [] }];
    const plans = [
      plan('basic', { marketplace: mapped('basic') }),
      plan('gold', { marketplace: mapped('gold') }),
      plan('seats', { licenceModel: 'Seats', billingModel: 'PerUser', marketplace: mapped('seats') }),
    ];
    done(await addProduct(world.context, workspaceId, product('forum', { plans })));
    const { connectionId } = await connectMarketplace(
      world.context,
      workspaceId,
      sourceName,
      {
        authUrl: world.idp.url,
        marketplaceUrl: marketplace.url,
        tenantId,
        clientId,
        credential: { kind: 'secret', clientSecret },
      },
      testEncryptionKey,
    );
    const made = new FulfilmentWorld({ world, marketplace, workspaceId, connectionId });
    marketplace.setAddresses(publisherId, 'forum', { webhookUrl: `${world.service.url}${made.path}` });
    return made;
  }

  /** For the next test: no calls, no notices, and a marketplace as it was. */
  async forget(): Promise<void> {
    await this.world.database.deleteFrom('marketplace_calls').execute();
    await this.world.database.deleteFrom('notices').execute();
    this.marketplace.clearFaults();
    this.marketplace.changeSettings({ ...defaultSettings, retryMilliseconds: 50 });
  }

  async close(): Promise<void> {
    this.fulfilment.stop();
    await this.marketplace.close();
    await this.world.close();
  }

  get source() {
    return { workspaceId: this.workspaceId, sourceName };
  }

  /** The webhook's address. */
  get path(): string {
    return `/api/marketplace/v1/calls/${this.connectionId}`;
  }

  /** A subscription that the marketplace has; nobody has told us of it. */
  sold({
    planId = 'basic',
    quantity,
    state = 'Subscribed',
  }: {
    readonly planId?: string;
    readonly quantity?: number;
    readonly state?: 'PendingFulfillmentStart' | 'Subscribed' | 'Suspended' | 'Unsubscribed';
  } = {}): string {
    const id = randomUUID();
    this.marketplace.registerSubscription({
      id,
      publisherId,
      offerId: 'forum',
      planId,
      state,
      ...(quantity === undefined ? {} : { quantity }),
      beneficiary: { tenantId: newTenant(), objectId: null, emailId: null, puid: null },
    });
    return id;
  }

  /** One that both sides have, and agree about. */
  async bought(what: Parameters<FulfilmentWorld['sold']>[0] = {}): Promise<string> {
    const id = this.sold(what);
    const theirs = await this.fulfilment.getSubscription(this.connection, id);
    if (theirs.outcome !== 'answered') throw new Error(theirs.reason);
    done(await alignSubscription(this.world.context, this.source, theirs.value, 'test'));
    return id;
  }

  /** One of the marketplace's that we have as pending, moved on from there. */
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

  /** Behind the marketplace's back. */
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

  /** The marketplace sends its call again. */
  async repeat(operationId: string, times: number): Promise<void> {
    const delivery = this.marketplace.deliveries().find((one) => one.operationId === operationId);
    await this.command(`deliveries/${delivery?.number}/send?times=${times}`);
  }

  /** As an adapter is given it. */
  get connection() {
    const { idp } = this.world;
    return {
      authUrl: idp.url,
      marketplaceUrl: this.marketplace.url,
      tenantId,
      clientId,
      credential: { kind: 'secret', clientSecret } as const,
    };
  }

  async ours(id: string): Promise<Subscription | undefined> {
    return findSubscriptionByMarketplaceId(this.world.database, this.workspaceId, id);
  }

  /** What the customer does at the marketplace; the call to us is on its way then. */
  async customer(id: string, command: string): Promise<{ readonly operationId: string }> {
    const response = await fetch(`${this.marketplace.url}/_emulator/subscriptions/${id}/${command}`, {
      method: 'POST',
    });
    const body = (await response.json()) as { operation?: { id: string } };
    if (!response.ok || !body.operation) throw new Error(JSON.stringify(body));
    return { operationId: body.operation.id };
  }

  async command(path: string): Promise<void> {
    const response = await fetch(`${this.marketplace.url}/_emulator/${path}`, { method: 'POST' });
    if (!response.ok) throw new Error(await response.text());
  }

  /** A token as the marketplace gets it to call us, or somebody else does. */
  callerToken(
    audience = clientId,
    applicationId = marketplaceApplication.clientId,
    secret = marketplaceApplication.secret,
  ): Promise<string> {
    return clientToken(this.world.idp.url, tenantId, { clientId: applicationId, secret }, audience);
  }

  post(body: unknown, token?: string, contentType = 'application/json'): Promise<Answer> {
    return this.world.call(this.path, {
      method: 'POST',
      headers: { 'content-type': contentType, ...(token === undefined ? {} : withToken(token)) },
      body: JSON.stringify(body),
    });
  }

  /** A worker of its own, as a node has one. */
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
      .selectFrom('marketplace_calls')
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
