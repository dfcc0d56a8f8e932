import { randomUUID } from 'node:crypto';
import type { MarketplaceEmulator } from '../../../emulators/microsoft-marketplace/start.ts';
import { addProduct, changeLogo } from '../../../src/actions/catalogue/change-catalogue.ts';
import { activeSigningKey } from '../../../src/actions/entitlements/signed/signing-keys.ts';
import type { MeterDimension } from '../../../src/core/catalogue/catalogue.ts';
import type { Subscription } from '../../../src/core/subscriptions/subscription.ts';
import type { NoticeFacts } from '../../../src/core/workspaces/notice-texts.ts';
import { personalAccounts } from '../../../src/core/workspaces/personal-accounts.ts';
import { createLogger, type ServiceSettings } from '../../../src/service/start-service.ts';
import { listSeats } from '../../../src/storage/subscriptions/seats.ts';
import { findSubscriptionByMarketplaceId } from '../../../src/storage/subscriptions/subscriptions.ts';
import { listAuditEntries } from '../../../src/storage/workspaces/audit-entries.ts';
import { done } from '../done.ts';
import { ActivationProxy } from '../nodes/activation-proxy.ts';
import { testEncryptionKey } from '../nodes/encryption-key.ts';
import { notificationPath, type PublisherAccount } from '../peers/publisher-account.ts';
import { plan, product } from './products.ts';
import { type TestResponse, World, withToken, withWorkers } from './world.ts';

export const buyerTenantId = 'b1000000-0000-4000-8000-000000000001';
export const resellerTenantId = 'b1000000-0000-4000-8000-000000000002';
const strangerTenantId = 'b1000000-0000-4000-8000-000000000003';
const sourceName = 'Microsoft Marketplace';
export const applicationUrl = 'https://forum.arcadia.example/start';

/** With a script that no browser may run. */
const logo = {
  mediaType: 'image/svg+xml',
  content: new TextEncoder().encode(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><rect width="40" height="40" fill="#b38600"/>' +
      '<script>document.title = "run"</script></svg>',
  ),
} as const;

const person = (tenantId: string, name: string, domain: string) => ({
  objectId: randomUUID(),
  tenantId,
  name,
  preferredUsername: `${name.toLowerCase()}@${domain}`,
  email: `${name.toLowerCase()}@${domain}`,
});

/** The buyer, a colleague, the reseller, and a stranger. */
export const people = {
  ada: person(buyerTenantId, 'Ada', 'contoso.example'),
  bert: person(buyerTenantId, 'Bert', 'contoso.example'),
  rosa: person(resellerTenantId, 'Rosa', 'reseller.example'),
  sam: person(strangerTenantId, 'Sam', 'stranger.example'),
};
export type Person = (typeof people)[keyof typeof people];

/** A purchase at the marketplace, with its landing page link. */
export interface Bought {
  readonly id: string;
  readonly link: string;
  readonly token: string;
}

const limitedCalls: MeterDimension = {
  id: 'calls',
  name: 'Calls',
  unit: 'call',
  intake: 'Events',
  aggregation: 'Count',
  limit: { quantity: 20, per: 'Month', action: 'Deny' },
};

/** A workspace that sells the forum on the marketplace, whose purchases lead to the landing page. */
export class LandingWorld {
  readonly world: World;
  readonly account: PublisherAccount;
  readonly marketplace: MarketplaceEmulator;
  readonly proxy: ActivationProxy;
  readonly workspaceId: string;
  readonly connectionId: string;

  private constructor(
    parts: Pick<LandingWorld, 'world' | 'account' | 'proxy' | 'workspaceId' | 'connectionId'>,
  ) {
    this.world = parts.world;
    this.account = parts.account;
    this.marketplace = parts.account.marketplace;
    this.proxy = parts.proxy;
    this.workspaceId = parts.workspaceId;
    this.connectionId = parts.connectionId;
  }

  static async open(
    changes: Partial<ServiceSettings> = {},
    logger = createLogger('silent'),
  ): Promise<LandingWorld> {
    const world = await World.create({ ...withWorkers, ...changes }, logger);
    for (const id of [buyerTenantId, resellerTenantId, strangerTenantId]) {
      world.idp.registerTenant({ id });
    }
    for (const user of Object.values(people)) world.idp.registerUser(user);
    const plans = [
      { id: 'team', dimensions: [], isPricePerSeat: true, minQuantity: 1, maxQuantity: 500 },
      { id: 'site', dimensions: ['posts'], hasFreeTrials: true },
      { id: 'campus', dimensions: ['posts'] },
      { id: 'metered', dimensions: ['calls'] },
      { id: 'unmapped', dimensions: [] },
    ];
    const account = await world.publisher(
      { offer: { id: 'forum', plans } },
      { settings: { retryMilliseconds: 50 } },
    );
    for (const { email, ...buyer } of Object.values(people)) {
      account.marketplace.registerBuyer({ ...buyer, emailId: email });
    }
    const proxy = await ActivationProxy.before(() => account.marketplace.url);
    world.onClose(() => proxy.close());
    const workspaceId = await world.workspace();
    const mapped = (planId: string, ...meters: string[]) => {
      const dimensions = meters.map((id) => ({ id, name: id, unit: 'unit' }));
      return [{ sourceName, offerId: 'forum', planId, dimensions }];
    };
    const forum = product('forum', {
      name: 'Forum',
      applicationUrl,
      supportContact: 'help@arcadia.example',
      accentColour: '#ffcc00',
      labels: {
        capabilities: { polls: { name: 'Polls', description: 'Ask <everybody>.' } },
        limits: {
          uploads: { name: 'Upload size', unit: 'MB' },
          rooms: { name: 'Rooms', absentMeans: 'Unlimited' },
        },
      },
      plans: [
        plan('team', {
          name: 'Team',
          licenceModel: 'Seats',
          billingModel: 'PerUser',
          capabilities: { polls: true, internal: true },
          limits: { uploads: 1_500 },
          marketplace: mapped('team'),
        }),
        plan('site', { name: 'Whole site', marketplace: mapped('site', 'posts') }),
        plan('campus', {
          name: 'Campus',
          limits: { posts: 10 },
          marketplace: mapped('campus', 'posts'),
        }),
        plan('metered', {
          name: 'Metered',
          marketplace: [{ sourceName, offerId: 'forum', planId: 'metered', dimensions: [limitedCalls] }],
        }),
      ],
    });
    done(await addProduct(world.context, workspaceId, forum));
    done(await changeLogo(world.context, workspaceId, 'forum', logo));
    const connectionId = await account.connect(world.context, workspaceId, sourceName, {
      marketplaceUrl: proxy.url,
    });
    account.setServiceUrl(world.service.url, connectionId);
    return new LandingWorld({ world, account, proxy, workspaceId, connectionId });
  }

  /** Another workspace with a connection of its own. */
  async anotherConnection(): Promise<string> {
    const workspaceId = await this.world.workspace();
    return this.account.connect(this.world.context, workspaceId, sourceName, {
      marketplaceUrl: this.proxy.url,
    });
  }

  /** The person as a guest of another tenant, with the object id of their own tenant. */
  guest({ objectId, name, tenantId: homeTenantId }: Person, tenantId: string): Person {
    const preferredUsername = `${name.toLowerCase()}-guest-${randomUUID()}@guests.example`;
    const guest = { objectId, tenantId, name, preferredUsername, email: preferredUsername, homeTenantId };
    this.world.idp.registerUser(guest);
    return guest;
  }

  /** Somebody with a personal account. */
  personal(): Person {
    this.world.idp.registerTenant({ id: personalAccounts });
    const somebody = person(personalAccounts, `Pat-${randomUUID()}`, 'outlook.example');
    this.world.idp.registerUser(somebody);
    return somebody;
  }

  close(): Promise<void> {
    return this.world.close();
  }

  /** Buys on the marketplace, by default as Ada. */
  async buy(order: Readonly<Record<string, unknown>> = {}): Promise<Bought> {
    return this.#purchase('purchases', { buyer: people.ada.objectId, planId: 'team', quantity: 5, ...order });
  }

  /** A new landing page link for a purchase, as from the marketplace's Manage button. */
  async manage({ id }: Pick<Bought, 'id'>): Promise<Bought> {
    return this.#purchase(`subscriptions/${id}/landing-link`, {});
  }

  async customer({ id }: Pick<Bought, 'id'>, operation: string): Promise<void> {
    await this.account.customer(id, operation);
  }

  /** The publisher changes the subscription at the marketplace without the service. */
  async publisherChanges({ id }: Pick<Bought, 'id'>, changes: object): Promise<void> {
    const token = await this.account.publisherToken();
    const address = `${this.marketplace.url}/api/saas/subscriptions/${id}?api-version=2018-08-31`;
    const answer = await fetch(address, {
      method: 'PATCH',
      headers: { ...withToken(token), 'content-type': 'application/json' },
      body: JSON.stringify(changes),
    });
    if (answer.status !== 202) throw new Error(await answer.text());
  }

  /** Sends a notification as the marketplace. */
  async notify(body: object): Promise<TestResponse> {
    return this.world.call(notificationPath(this.connectionId), {
      method: 'POST',
      headers: { ...withToken(await this.account.callerToken()), 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  }

  /** The state of the notification of an operation. */
  async stateOfNotification(operationId: string): Promise<string | undefined> {
    const call = await this.world.database
      .selectFrom('marketplace_notifications')
      .select('state')
      .where('operation_id', '=', operationId)
      .executeTakeFirst();
    return call?.state;
  }

  async #purchase(command: string, body: object): Promise<Bought> {
    const { subscription, token, landingPageUrl } = (await this.account.command(command, body)) as {
      subscription: { id: string };
      token: string;
      landingPageUrl: string;
    };
    return { id: subscription.id, token, link: landingPageUrl };
  }

  /** As the partner does who compiles the public key into the application. */
  async makeSigningKey(): Promise<void> {
    const context = { ...this.world.context, now: this.world.clock.now() };
    await activeSigningKey(context, this.workspaceId, testEncryptionKey);
  }

  async planId(slug: string): Promise<string> {
    const { plan_id } = await this.world.database
      .selectFrom('plans')
      .select('plan_id')
      .where('workspace_id', '=', this.workspaceId)
      .where('slug', '=', slug)
      .executeTakeFirstOrThrow();
    return plan_id;
  }

  /** Our subscription of the purchase. */
  async ours({ id }: Pick<Bought, 'id'>): Promise<Subscription | undefined> {
    return findSubscriptionByMarketplaceId(this.world.database, this.workspaceId, id);
  }

  async seatsOf(subscriptionId: string) {
    const seats = await listSeats(this.world.database, this.workspaceId, subscriptionId, { limit: 100 });
    return seats.map(({ objectId, email }) => ({ objectId, email }));
  }

  /** The audit entries of a subscription, newest first. */
  audited(subscriptionId: string) {
    const question = { subjectId: subscriptionId, limit: 100 };
    return listAuditEntries(this.world.database, this.workspaceId, question);
  }

  /** The data of the subscription's events of a type, oldest first. */
  async eventsOf(subscriptionId: string, type: string) {
    const rows = await this.world.database
      .selectFrom('events')
      .select('data')
      .where('workspace_id', '=', this.workspaceId)
      .where('type', '=', type)
      .orderBy('event_id')
      .execute();
    const events = rows.map(({ data }) => data as { subscriptionId: string; member?: object });
    return events.filter((event) => event.subscriptionId === subscriptionId);
  }

  theirState({ id }: Pick<Bought, 'id'>): string | undefined {
    return this.marketplace.findSubscription(id)?.state;
  }

  async reports({ id }: Pick<Bought, 'id'>) {
    return this.world.database
      .selectFrom('usage_reports')
      .select(['dimension', 'quantity', 'status'])
      .where('workspace_id', '=', this.workspaceId)
      .where('marketplace_subscription_id', '=', id)
      .execute();
  }

  async notices(): Promise<readonly { readonly kind: string; readonly facts: NoticeFacts }[]> {
    const rows = await this.world.database
      .selectFrom('notices')
      .select(['kind', 'facts'])
      .where('workspace_id', '=', this.workspaceId)
      .orderBy('notice_id')
      .execute();
    return rows.map(({ kind, facts }) => ({ kind, facts: facts as NoticeFacts }));
  }
}
