import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { inject } from 'vitest';
import { type EntraEmulator, startEntraEmulator } from '../../../emulators/entra/start.ts';
import {
  type MarketplaceEmulator,
  type MarketplaceEmulatorOptions,
  startMarketplaceEmulator,
} from '../../../emulators/microsoft-marketplace/start.ts';
import { addProduct } from '../../../src/actions/catalogue/change-catalogue.ts';
import type { MeterDimension } from '../../../src/core/catalogue/catalogue.ts';
import type { Database } from '../../../src/storage/database.ts';
import { done } from '../done.ts';
import { testEncryptionKey } from '../nodes/encryption-key.ts';
import { SystemClock } from '../nodes/system-clock.ts';
import { PublisherAccount } from '../peers/publisher-account.ts';
import { Books } from './books.ts';
import { plan, product } from './products.ts';
import { newTenant } from './subscribing.ts';

/** The encryption key of the nodes that serve the shop. */
export const shopEncryptionKey = testEncryptionKey;
export const meters = ['posts', 'calls'] as const;
/** Fed by events. What exceeds the included quantity is reported. */
export const eventMeters = [
  { id: 'rows', aggregation: 'Sum', included: { quantity: 1_000, per: 'Month' } },
  { id: 'hits', aggregation: 'Count', included: null },
] as const;

/** Older than every hour that can be reported. */
const age = 48 * 3_600_000;

/** Each has a publisher account and sells one product. */
const sources = ['Shop', 'Bazaar', 'Arcade'].map((sourceName, index) => ({
  sourceName,
  slug: sourceName.toLowerCase(),
  clientId: `c3000000-0000-4000-8000-00000000000${index + 1}`,
}));

export interface Customer {
  readonly tenantId: string;
  readonly product: string;
  /** The marketplace's subscription id. */
  readonly resourceId: string;
}

export interface AcceptedReport {
  readonly resourceId: string;
  readonly dimension: string;
  readonly hour: Date;
  readonly quantity: string;
  readonly status: string;
  readonly attempts: number;
}

interface Source {
  readonly account: PublisherAccount;
  readonly product: string;
  readonly connectionId: string;
}

/**
 * A workspace that sells metered plans and a plan with seats through three marketplace connections, in real time: its
 * database, the identity provider and the marketplace. The test starts the nodes of the service.
 */
export class MeteredShop {
  readonly books: Books;
  readonly idp: EntraEmulator;
  readonly marketplace: MarketplaceEmulator;
  readonly #workspaceId: string;
  readonly #sources: readonly Source[];

  private constructor(
    books: Books,
    idp: EntraEmulator,
    marketplace: MarketplaceEmulator,
    workspaceId: string,
    sources: readonly Source[],
  ) {
    this.books = books;
    this.idp = idp;
    this.marketplace = marketplace;
    this.#workspaceId = workspaceId;
    this.#sources = sources;
  }

  /** @param seed of the marketplace's random faults. */
  static async open(
    seed: number,
    settings: MarketplaceEmulatorOptions['settings'] = { subscriptionLagMilliseconds: 300 },
    /** A migrated database; null: one of the run's server. */
    databaseUrl: string | null = null,
  ): Promise<MeteredShop> {
    const clock = new SystemClock(age);
    const books = databaseUrl === null ? await Books.open(4, clock) : Books.at(databaseUrl, 4, clock);
    const idp = await startEntraEmulator(
      { tenants: [], apis: [], applications: [] },
      { signingKeys: inject('rsaKeys') },
    );
    const directory = { publishers: [], subscriptions: [] };
    const marketplace = await startMarketplaceEmulator({ idp, directory, seed, settings });
    const workspaceId = await books.emptyWorkspace();
    await sql`update workspaces set usage_hold_minutes = 0`.execute(books.database);
    const connected: Source[] = [];
    for (const { sourceName, slug, clientId } of sources) {
      const account = new PublisherAccount(idp, marketplace, { id: slug, clientId, offer: offerOf(slug) });
      done(await addProduct(books.context, workspaceId, productOf(slug, sourceName)));
      const connectionId = await account.connect(books.context, workspaceId, sourceName);
      connected.push({ account, product: slug, connectionId });
    }
    return new MeteredShop(books, idp, marketplace, workspaceId, connected);
  }

  async close(): Promise<void> {
    await this.books.close();
    await this.marketplace.close();
    await this.idp.close();
  }

  get databaseUrl(): string {
    return this.books.url;
  }

  get database(): Database {
    return this.books.database;
  }

  /** Sends the marketplace's notifications to the node at this URL. */
  setNodeUrl(url: string): void {
    for (const { account, connectionId } of this.#sources) account.setServiceUrl(url, connectionId);
  }

  /** The key of a new client that may report usage and read entitlements. */
  async client(name: string, rateLimitPerMinute = 6_000): Promise<string> {
    const scopes = ['usage:write', 'entitlements:read'] as const;
    return (await this.books.client(this.#workspaceId, { name, scopes, rateLimitPerMinute })).apiKey;
  }

  /** Customers of the metered plans, spread over the connections. */
  async sell(count: number): Promise<readonly Customer[]> {
    const customers: Customer[] = [];
    for (let index = 0; index < count; index++) {
      const source = this.#sources[index % this.#sources.length] as Source;
      customers.push(await this.#subscribe(source, 'basic', null));
    }
    return customers;
  }

  /** Customers of the plan with seats. */
  async sellSeats(count: number, quantity: number): Promise<readonly Customer[]> {
    const customers: Customer[] = [];
    for (let index = 0; index < count; index++) {
      customers.push(await this.#subscribe(this.#sources[0] as Source, 'seats', quantity));
    }
    return customers;
  }

  /** The customer requests another quantity at the marketplace; its notification follows. */
  async changeQuantity(resourceId: string, quantity: number): Promise<void> {
    await this.#sources[0]?.account.customer(resourceId, `change-quantity?quantity=${quantity}`);
  }

  async #subscribe(source: Source, planId: string, quantity: number | null): Promise<Customer> {
    const customer = { tenantId: newTenant(), product: source.product, resourceId: randomUUID() };
    await this.books.createActive(this.#workspaceId, {
      tenantId: customer.tenantId,
      product: customer.product,
      plan: planId,
      source: 'Marketplace',
      marketplaceSubscriptionId: customer.resourceId,
      quantity,
      renewsItself: quantity !== null,
    });
    const { tenantId, resourceId: id } = customer;
    source.account.register({ id, tenantId, planId, quantity: quantity ?? undefined });
    return customer;
  }

  /**
   * Ends every back-off and every lease, as if time had passed. Only while every node is dead or frozen. Rows that an
   * open transaction has locked stay as they are.
   */
  async letTimePass(): Promise<void> {
    const past = new Date(Date.now() - 1_000);
    const workspaceId = this.#workspaceId;
    await sql`
      update usage_leases as lease set leased_until = least(lease.leased_until, ${past}::timestamptz)
      from (
        select lease_id from usage_leases where workspace_id = ${workspaceId} for update skip locked
      ) as standing
      where lease.workspace_id = ${workspaceId} and lease.lease_id = standing.lease_id`.execute(
      this.database,
    );
    await sql`
      update usage_reports as report set due_at = least(due_at, ${past}::timestamptz)
      from (
        select report_id from usage_reports
        where workspace_id = ${workspaceId} and status = 'Pending' for update skip locked
      ) as waiting
      where report.workspace_id = ${workspaceId} and report.report_id = waiting.report_id`.execute(
      this.database,
    );
  }

  async backlog(): Promise<number> {
    const { rows } = await sql<{ count: number }>`
      select count(*)::integer as count from usage_reports where status = 'Pending'`.execute(this.database);
    return rows[0]?.count ?? 0;
  }

  async reports(): Promise<readonly AcceptedReport[]> {
    const { rows } = await sql<AcceptedReport>`
      select marketplace_subscription_id as "resourceId", dimension, hour, quantity, status, attempts
      from usage_reports`.execute(this.database);
    return rows;
  }

  /** The number of stored responses of idempotency keys. */
  async countStoredAnswers(): Promise<number> {
    const { rows } = await sql<{ count: number }>`
      select count(*)::integer as count from idempotent_answers`.execute(this.database);
    return rows[0]?.count ?? 0;
  }
}

const seats = { id: 'seats', dimensions: [], isPricePerSeat: true, minQuantity: 1, maxQuantity: 100 };
const offerOf = (slug: string) => ({
  id: slug,
  plans: [{ id: 'basic', dimensions: [...meters, ...eventMeters.map((meter) => meter.id)] }, seats],
});

function productOf(slug: string, sourceName: string) {
  const mapping = (planId: string, ...dimensions: readonly Omit<MeterDimension, 'name' | 'unit'>[]) => ({
    marketplace: [
      {
        sourceName,
        offerId: slug,
        planId,
        dimensions: dimensions.map((dimension) => ({ ...dimension, name: dimension.id, unit: 'unit' })),
      },
    ],
  });
  const byEvents = eventMeters.map((meter) => ({ ...meter, intake: 'Events' as const }));
  const plans = [
    plan('basic', mapping('basic', ...meters.map((id) => ({ id })), ...byEvents)),
    plan('seats', { licenceModel: 'Seats', billingModel: 'PerUser', ...mapping('seats') }),
  ];
  return product(slug, { plans });
}
