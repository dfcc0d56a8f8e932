import { randomUUID } from 'node:crypto';
import {
  type MarketplaceEmulator,
  startMarketplaceEmulator,
} from '../../emulators/microsoft-marketplace/start.ts';
import { addProduct } from '../../src/actions/catalogue/add-product.ts';
import { connectMarketplace } from '../../src/actions/marketplace/connect.ts';
import type { Subscription } from '../../src/core/subscriptions/subscription.ts';
import type { NoticeFacts } from '../../src/core/workspaces/notice-texts.ts';
import { createLogger, type ServiceSettings } from '../../src/main.ts';
import { findConnection } from '../../src/storage/marketplace/connections.ts';
import { findSubscriptionByMarketplaceId } from '../../src/storage/subscriptions/subscriptions.ts';
import { ActivationProxy } from './activation-proxy.ts';
import { clientToken, marketplaceApplication } from './client-token.ts';
import { done } from './done.ts';
import { testEncryptionKey } from './encryption-key.ts';
import { plan, product } from './products.ts';
import { type Answer, World, withToken } from './world.ts';

export const buyerTenantId = 'b1000000-0000-4000-8000-000000000001';
export const resellerTenantId = 'b1000000-0000-4000-8000-000000000002';
export const strangerTenantId = 'b1000000-0000-4000-8000-000000000003';
const publisherTenantId = 'a4000000-0000-4000-8000-000000000001';
const publisher = {
  id: 'arcadia',
  clientId: 'c4000000-0000-4000-8000-000000000001',
  secret: 'publisher secret',
};
const sourceName = 'Microsoft Marketplace';
export const applicationUrl = 'https://forum.arcadia.example/start';

const person = (tenantId: string, name: string, domain: string) => ({
  objectId: randomUUID(),
  tenantId,
  name,
  preferredUsername: `${name.toLowerCase()}@${domain}`,
  email: `${name.toLowerCase()}@${domain}`,
});

/** A colleague of the buyer's, the reseller, and somebody who has nothing to do with it. */
export const people = {
  ada: person(buyerTenantId, 'Ada', 'contoso.example'),
  bert: person(buyerTenantId, 'Bert', 'contoso.example'),
  rosa: person(resellerTenantId, 'Rosa', 'reseller.example'),
  sam: person(strangerTenantId, 'Sam', 'stranger.example'),
};
export type Person = (typeof people)[keyof typeof people];

/** A purchase as the marketplace's customer has it. */
export interface Bought {
  readonly id: string;
  readonly link: string;
  readonly token: string;
}

/** A partner whose products are sold on the emulated marketplace, with the landing page where its links lead. */
export class LandingWorld {
  readonly world: World;
  readonly marketplace: MarketplaceEmulator;
  readonly proxy: ActivationProxy;
  readonly workspaceId: string;
  readonly connectionId: string;

  private constructor(
    parts: Pick<LandingWorld, 'world' | 'marketplace' | 'proxy' | 'workspaceId' | 'connectionId'>,
  ) {
    this.world = parts.world;
    this.marketplace = parts.marketplace;
    this.proxy = parts.proxy;
    this.workspaceId = parts.workspaceId;
    this.connectionId = parts.connectionId;
  }

  static async open(
    changes: Partial<ServiceSettings> = {},
    logger = createLogger('silent'),
  ): Promise<LandingWorld> {
    const world = await World.create(changes, logger);
    for (const id of [buyerTenantId, resellerTenantId, strangerTenantId, publisherTenantId]) {
      world.idp.registerTenant({ id });
    }
    for (const user of Object.values(people)) world.idp.registerUser(user);
    world.idp.registerApplication({
      clientId: publisher.clientId,
      tenantIds: [publisherTenantId],
      secrets: [{ value: publisher.secret }],
      roles: {},
    });
    const plans = [
      { id: 'team', dimensions: [], isPricePerSeat: true, minQuantity: 1, maxQuantity: 500 },
      { id: 'site', dimensions: ['posts'], hasFreeTrials: true },
      { id: 'campus', dimensions: ['posts'] },
      { id: 'unmapped', dimensions: [] },
    ];
    const marketplace = await startMarketplaceEmulator({
      idp: world.idp,
      directory: {
        publishers: [
          {
            id: publisher.id,
            tenantId: publisherTenantId,
            clientId: publisher.clientId,
            offers: [{ id: 'forum', plans }],
          },
        ],
        subscriptions: [],
        buyers: Object.values(people).map(({ email, ...buyer }) => ({ ...buyer, emailId: email })),
      },
      settings: { retryMilliseconds: 50 },
      now: world.clock.now,
    });
    const proxy = await ActivationProxy.before(() => marketplace.url);
    const workspaceId = await world.workspace();
    const mapped = (planId: string, ...meters: string[]) => {
      const dimensions = meters.map((id) => ({ id, name: id, unit: 'unit' }));
      return [{ sourceName, offerId: 'forum', planId, dimensions }];
    };
    const forum = product('forum', {
      name: 'Forum',
      applicationUrl,
      plans: [
        plan('team', {
          name: 'Team',
          licenceModel: 'Seats',
          billingModel: 'PerUser',
          marketplace: mapped('team'),
        }),
        plan('site', { name: 'Whole site', marketplace: mapped('site', 'posts') }),
        plan('campus', { name: 'Campus', marketplace: mapped('campus', 'posts') }),
      ],
    });
    done(await addProduct(world.context, workspaceId, forum));
    const connection = {
      authUrl: world.idp.url,
      marketplaceUrl: proxy.url,
      tenantId: publisherTenantId,
      clientId: publisher.clientId,
      credential: { kind: 'secret', clientSecret: publisher.secret },
    } as const;
    await connectMarketplace(world.context, workspaceId, sourceName, connection, testEncryptionKey);
    const stored = await findConnection(world.database, workspaceId, sourceName);
    const connectionId = stored?.connectionId ?? '';
    const landingPageUrl = `${world.service.url}/marketplace/landing/${connectionId}`;
    const webhookUrl = `${world.service.url}/api/marketplace/v1/calls/${connectionId}`;
    marketplace.setAddresses(publisher.id, 'forum', { landingPageUrl, webhookUrl });
    return new LandingWorld({ world, marketplace, proxy, workspaceId, connectionId });
  }

  async close(): Promise<void> {
    await this.proxy.close();
    await this.marketplace.close();
    await this.world.close();
  }

  /** Buys on the marketplace, as Ada unless told otherwise. */
  async buy(order: Readonly<Record<string, unknown>> = {}): Promise<Bought> {
    return this.#command('purchases', { buyer: people.ada.objectId, planId: 'team', quantity: 5, ...order });
  }

  /** Another link to what was bought before, as for "manage". */
  async manage({ id }: Pick<Bought, 'id'>): Promise<Bought> {
    return this.#command(`subscriptions/${id}/landing-link`, {});
  }

  /** What the customer does at the marketplace with what was bought; the call to us is on its way then. */
  async customer({ id }: Pick<Bought, 'id'>, command: string): Promise<void> {
    await this.#post(`subscriptions/${id}/${command}`, {});
  }

  /** What the publisher changes at the marketplace by other means than ours. */
  async publisherChanges({ id }: Pick<Bought, 'id'>, changes: object): Promise<void> {
    const audience = marketplaceApplication.clientId;
    const token = await clientToken(this.world.idp.url, publisherTenantId, publisher, audience);
    const address = `${this.marketplace.url}/api/saas/subscriptions/${id}?api-version=2018-08-31`;
    const answer = await fetch(address, {
      method: 'PATCH',
      headers: { ...withToken(token), 'content-type': 'application/json' },
      body: JSON.stringify(changes),
    });
    if (answer.status !== 202) throw new Error(await answer.text());
  }

  /** A call as the marketplace makes it, whatever it says. */
  async tell(body: object): Promise<Answer> {
    const { idp } = this.world;
    const token = await clientToken(idp.url, publisherTenantId, marketplaceApplication, publisher.clientId);
    return this.world.call(`/api/marketplace/v1/calls/${this.connectionId}`, {
      method: 'POST',
      headers: { ...withToken(token), 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  }

  /** What has become of a call. */
  async stateOfCall(operationId: string): Promise<string | undefined> {
    const call = await this.world.database
      .selectFrom('marketplace_calls')
      .select('state')
      .where('operation_id', '=', operationId)
      .executeTakeFirst();
    return call?.state;
  }

  async #command(command: string, body: object): Promise<Bought> {
    const { subscription, token, landingPageUrl } = (await this.#post(command, body)) as {
      subscription: { id: string };
      token: string;
      landingPageUrl: string;
    };
    return { id: subscription.id, token, link: landingPageUrl };
  }

  async #post(command: string, body: object): Promise<unknown> {
    const answer = await fetch(`${this.marketplace.url}/_emulator/${command}`, {
      method: 'POST',
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(await answer.text());
    return answer.json();
  }

  /** By its slug, as our subscriptions name it. */
  async planId(slug: string): Promise<string> {
    const { plan_id } = await this.world.database
      .selectFrom('plans')
      .select('plan_id')
      .where('workspace_id', '=', this.workspaceId)
      .where('slug', '=', slug)
      .executeTakeFirstOrThrow();
    return plan_id;
  }

  /** The subscription that we have of it. */
  async ours({ id }: Pick<Bought, 'id'>): Promise<Subscription | undefined> {
    return findSubscriptionByMarketplaceId(this.world.database, this.workspaceId, id);
  }

  theirState({ id }: Pick<Bought, 'id'>): string | undefined {
    return this.marketplace.findSubscription(id)?.state;
  }

  /** How the reports of usage of it stand. */
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
