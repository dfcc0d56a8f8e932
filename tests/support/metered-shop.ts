import { randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { inject } from 'vitest';
import { type EntraEmulator, startEntraEmulator } from '../../emulators/entra/start.ts';
import {
  type MarketplaceEmulator,
  startMarketplaceEmulator,
} from '../../emulators/microsoft-marketplace/start.ts';
import { addProduct } from '../../src/actions/catalogue/add-product.ts';
import { issueApiKey } from '../../src/actions/clients/issue-api-key.ts';
import { registerApiClient } from '../../src/actions/clients/register-api-client.ts';
import type { ActionContext } from '../../src/actions/context.ts';
import { connectMarketplace } from '../../src/actions/marketplace/connect.ts';
import { createSubscription } from '../../src/actions/subscriptions/create-subscription.ts';
import { moveSubscription } from '../../src/actions/subscriptions/move-subscription.ts';
import { createWorkspace } from '../../src/actions/workspaces/create-workspace.ts';
import { type Database, openDatabase } from '../../src/storage/database.ts';
import { done } from './done.ts';
import { testEncryptionKey } from './encryption-key.ts';
import { createDatabase } from './postgres.ts';
import { plan, product } from './products.ts';
import { newTenant, note, order } from './subscribing.ts';

/** What the nodes that serve the shop must be given. */
export const shopEncryptionKey = testEncryptionKey;
export const meters = ['posts', 'calls'] as const;

const publisherTenantId = 'a3000000-0000-4000-8000-000000000001';
const clientSecret = 'a secret of the publishers';
const twoDays = 48 * 3_600_000;

/** Each sells one product, through a publisher account of its own. */
const sources = ['Shop', 'Bazaar', 'Arcade'].map((sourceName, index) => ({
  sourceName,
  slug: sourceName.toLowerCase(),
  clientId: `c3000000-0000-4000-8000-00000000000${index + 1}`,
}));

export interface Customer {
  readonly tenantId: string;
  readonly product: string;
  /** What the marketplace calls the subscription. */
  readonly resourceId: string;
}

/** A report as the service holds it. */
export interface HeldReport {
  readonly resourceId: string;
  readonly dimension: string;
  readonly hour: Date;
  readonly quantity: string;
  readonly status: string;
  readonly claims: number;
}

/**
 * A workspace that sells metered plans through several connections, by the real clock: its database, the identity
 * provider and the marketplace. The nodes of the service are somebody else's to run.
 */
export class MeteredShop {
  readonly databaseUrl: string;
  readonly idp: EntraEmulator;
  readonly marketplace: MarketplaceEmulator;
  readonly #database: Database;
  #workspaceId = '';

  private constructor(databaseUrl: string, idp: EntraEmulator, marketplace: MarketplaceEmulator) {
    this.databaseUrl = databaseUrl;
    this.idp = idp;
    this.marketplace = marketplace;
    this.#database = openDatabase({ url: databaseUrl, maxConnections: 4, onConnectionLost: () => {} });
  }

  /** @param seed of all that is random in the marketplace's faults. */
  static async open(seed: number): Promise<MeteredShop> {
    const databaseUrl = await createDatabase(inject('postgresUrl'));
    const idp = await startEntraEmulator(
      {
        tenants: [{ id: publisherTenantId }],
        apis: [],
        applications: sources.map(({ clientId }) => ({
          clientId,
          tenantIds: [publisherTenantId],
          secrets: [{ value: clientSecret }],
          roles: {},
        })),
      },
      { signingKeys: inject('signingKeys') },
    );
    const publishers = sources.map(({ slug, clientId }) => ({
      id: slug,
      tenantId: publisherTenantId,
      clientId,
      offers: [{ id: slug, plans: [{ id: 'basic', dimensions: [...meters] }] }],
    }));
    const directory = { publishers, subscriptions: [] };
    const marketplace = await startMarketplaceEmulator({
      idp,
      directory,
      seed,
      settings: { subscriptionLagMilliseconds: 300 },
    });
    const shop = new MeteredShop(databaseUrl, idp, marketplace);
    await shop.#furnish();
    return shop;
  }

  async close(): Promise<void> {
    await this.#database.destroy();
    await this.marketplace.close();
    await this.idp.close();
  }

  /** Everything was set up two days ago, so that all hours that can be reported are in its life. */
  get #context(): ActionContext {
    return { database: this.#database, now: new Date(Date.now() - twoDays), randomBytes };
  }

  async #furnish(): Promise<void> {
    const about = { slug: 'arcadia', name: 'Arcadia', partnerPlan: 'Scale' } as const;
    this.#workspaceId = done(await createWorkspace(this.#context, about)).workspaceId;
    await sql`update workspaces set usage_hold_minutes = 0`.execute(this.#database);
    const dimensions = meters.map((id) => ({ id, name: id, unit: 'unit' }));
    for (const { sourceName, slug, clientId } of sources) {
      const marketplace = [{ sourceName, offerId: slug, planId: 'basic', dimensions }];
      const plans = [plan('basic', { marketplace })];
      done(await addProduct(this.#context, this.#workspaceId, product(slug, { plans })));
      const connection = {
        authUrl: this.idp.url,
        marketplaceUrl: this.marketplace.url,
        tenantId: publisherTenantId,
        clientId,
        credential: { kind: 'secret', clientSecret } as const,
      };
      await connectMarketplace(this.#context, this.#workspaceId, sourceName, connection, shopEncryptionKey);
    }
  }

  /** The key of a new client that may report usage and read entitlements. */
  async client(name: string): Promise<string> {
    const { apiClientId } = done(
      await registerApiClient(this.#context, this.#workspaceId, {
        name,
        scopes: ['usage:write', 'entitlements:read'],
        products: 'all',
        rateLimitPerMinute: 6_000,
      }),
    );
    const key = done(await issueApiKey(this.#context, this.#workspaceId, apiClientId, { expiresAt: null }));
    return key.text;
  }

  /** So many customers, spread over the connections, each with a subscription that the marketplace knows. */
  async sell(count: number): Promise<readonly Customer[]> {
    const customers: Customer[] = [];
    while (customers.length < count) {
      for (const { slug } of sources.slice(0, count - customers.length)) {
        const customer = { tenantId: newTenant(), product: slug, resourceId: randomUUID() };
        await this.#subscribe(customer);
        customers.push(customer);
      }
    }
    return customers;
  }

  async #subscribe({ tenantId, product: slug, resourceId }: Customer): Promise<void> {
    const bought = order({
      tenantId,
      product: slug,
      source: 'Marketplace',
      marketplaceSubscriptionId: resourceId,
    });
    const created = done(await createSubscription(this.#context, this.#workspaceId, bought, note));
    const { subscriptionId } = created.subscription;
    const activation = { type: 'activate' } as const;
    done(await moveSubscription(this.#context, this.#workspaceId, subscriptionId, activation, note));
    this.marketplace.registerSubscription({
      id: resourceId,
      publisherId: slug,
      offerId: slug,
      planId: 'basic',
      state: 'Subscribed',
    });
  }

  /**
   * As if the longest pause between two tries and the longest claim had passed: what waits is due, and what a sender
   * held has lapsed. Only for when every node is dead or frozen: nobody is at work meanwhile, so it is nothing but
   * time that passes faster, and each row reads as it would have read after that time. A row that something
   * unfinished still locks is left alone.
   */
  async letTimePass(): Promise<void> {
    await sql`
      update usage_leases as lease set leased_until = least(lease.leased_until, now() - interval '1 second')
      from (select lease_id from usage_leases for update skip locked) as standing
      where lease.lease_id = standing.lease_id`.execute(this.#database);
    await sql`
      update usage_reports as report set due_at = least(due_at, now() - interval '1 second')
      from (
        select report_id from usage_reports where status = 'Pending' for update skip locked
      ) as waiting
      where report.report_id = waiting.report_id`.execute(this.#database);
  }

  /** How many reports are undecided. */
  async backlog(): Promise<number> {
    const { rows } = await sql<{ count: number }>`
      select count(*)::integer as count from usage_reports where status = 'Pending'`.execute(this.#database);
    return rows[0]?.count ?? 0;
  }

  async reports(): Promise<readonly HeldReport[]> {
    const { rows } = await sql<HeldReport>`
      select marketplace_subscription_id as "resourceId", dimension, hour, quantity, status, claims
      from usage_reports`.execute(this.#database);
    return rows;
  }

  /** How many answers are kept for idempotency keys. */
  async keptAnswers(): Promise<number> {
    const { rows } = await sql<{ count: number }>`
      select count(*)::integer as count from idempotent_answers`.execute(this.#database);
    return rows[0]?.count ?? 0;
  }
}
