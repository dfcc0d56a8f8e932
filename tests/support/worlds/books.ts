import { randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { addProduct } from '../../../src/actions/catalogue/change-catalogue.ts';
import {
  type ApiClientRegistration,
  registerApiClient,
  setApiClientEnabled,
} from '../../../src/actions/clients/api-clients.ts';
import { issueKey } from '../../../src/actions/clients/keys.ts';
import type { ActionContext } from '../../../src/actions/context.ts';
import {
  createSubscription,
  type NewSubscription,
} from '../../../src/actions/subscriptions/create-subscription.ts';
import { saveMember } from '../../../src/actions/subscriptions/customers.ts';
import {
  moveSubscription,
  type RequestedMove,
} from '../../../src/actions/subscriptions/move-subscription.ts';
import { createWorkspace } from '../../../src/actions/workspaces/workspaces.ts';
import type { PlanChanges } from '../../../src/core/catalogue/product-edit.ts';
import { scopes } from '../../../src/core/clients/api-client.ts';
import { type Entitlement, resolveEntitlement } from '../../../src/core/entitlements/entitlement.ts';
import type { Subscription } from '../../../src/core/subscriptions/subscription.ts';
import type { WebhookEndpointSettings } from '../../../src/core/webhooks/endpoint.ts';
import type { PartnerPlan } from '../../../src/core/workspaces/limits.ts';
import { type Database, openDatabase } from '../../../src/storage/database.ts';
import { loadEntitlement, loadEntitlementAsOf } from '../../../src/storage/entitlements/entitlements.ts';
import { subscriptionFrom, subscriptionFromState } from '../../../src/storage/subscriptions/subscriptions.ts';
import { createDatabase, dropDatabase, worldServerUrl } from '../database/postgres.ts';
import { done } from '../done.ts';
import { TestClock } from '../nodes/test-clock.ts';
import { addEndpoint } from '../peers/webhook-endpoint.ts';
import { plan, product } from './products.ts';
import { revisePlan } from './revise-plan.ts';
import { order } from './subscribing.ts';

export const note = { actor: 'mara@partner.example', reason: 'as agreed' };

/** The tables that actions write. A failed change must leave no row in any of them. */
const books = [
  'tenants',
  'organisations',
  'members',
  'subscriptions',
  'subscription_history',
  'entitlements',
  'entitlement_versions',
  'events',
  'seats',
  'plans',
  'plan_revisions',
  'catalogues',
  'categories',
  'products',
  'product_revisions',
  'product_versions',
  'product_categories',
  'editions',
  'marketplace_mappings',
  'meter_dimensions',
  'webhook_endpoints',
  'webhook_endpoint_products',
  'webhook_deliveries',
  'webhook_past_deliveries',
  'webhook_attempts',
  'notices',
  'audit_entries',
] as const;
export type Book = (typeof books)[number];

export interface WrittenEvent {
  readonly type: string;
  readonly occurredAt: Date;
  // biome-ignore lint/suspicious/noExplicitAny: tests read payloads freely.
  readonly data: any;
}

export interface TestClient {
  readonly workspaceId: string;
  readonly apiClientId: string;
  readonly apiKey: string;
}

/** A database of its own with the real actions on it, and queries for the written rows. No service, no network. */
export class Books {
  readonly clock: TestClock;
  readonly url: string;
  readonly database: Database;
  readonly #isOwnDatabase: boolean;
  #count = 0;

  protected constructor(url: string, maxConnections: number, clock: TestClock, isOwnDatabase: boolean) {
    this.url = url;
    this.clock = clock;
    this.#isOwnDatabase = isOwnDatabase;
    this.database = openDatabase({ url, maxConnections, onConnectionLost: () => {} });
  }

  static async open(maxConnections = 3, clock = new TestClock()): Promise<Books> {
    return new Books(await createDatabase(worldServerUrl()), maxConnections, clock, true);
  }

  /** Uses an existing, migrated database. */
  static at(url: string, maxConnections: number, clock: TestClock): Books {
    return new Books(url, maxConnections, clock, false);
  }

  async close(): Promise<void> {
    await this.database.destroy();
    if (this.#isOwnDatabase) await dropDatabase(this.url);
  }

  get context(): ActionContext {
    return { database: this.database, now: this.clock.now(), randomBytes };
  }

  /** Gives new tenants a subscription like this one, in bulk. */
  async copyToTenants(subscriptionId: string, count: number): Promise<void> {
    await sql`
      with added as (
        insert into tenants (workspace_id, tenant_id, created_at)
        select workspace_id, gen_random_uuid(), created_at
        from subscriptions cross join generate_series(1, ${count}::integer)
        where subscription_id = ${subscriptionId}
        returning workspace_id, tenant_id
      ), versions as (
        insert into entitlements (workspace_id, product_id, tenant_id, version, recorded_at)
        select workspace_id, product_id, added.tenant_id, 1, created_at
        from added join subscriptions using (workspace_id) where subscription_id = ${subscriptionId}
      )
      insert into subscriptions (workspace_id, subscription_id, tenant_id, product_id, plan_id, source, status,
        is_trial, renews_itself, created_at, activated_at, changed_at, revision)
      select workspace_id, gen_random_uuid(), added.tenant_id, product_id, plan_id, source, status, is_trial,
        renews_itself, created_at, activated_at, changed_at, revision
      from added join subscriptions using (workspace_id)
      where subscription_id = ${subscriptionId}`.execute(this.database);
  }

  /** An instant relative to now. */
  in(milliseconds: number): Date {
    return new Date(this.clock.now().getTime() + milliseconds);
  }

  /** A workspace that sells the forum. */
  async workspace(): Promise<string> {
    const workspaceId = await this.emptyWorkspace();
    await this.sell(workspaceId, 'forum');
    return workspaceId;
  }

  /** A workspace without products. */
  async emptyWorkspace(partnerPlan: PartnerPlan = 'Scale'): Promise<string> {
    const slug = `workspace-${++this.#count}`;
    return done(await createWorkspace(this.context, { slug, name: slug, partnerPlan })).workspaceId;
  }

  /** Adds a product of two editions: a tenant-wide plan, a plan with seats on the marketplace, and a draft. */
  async sell(workspaceId: string, slug: string, offerId = `${slug}-offer`): Promise<void> {
    const mapping = { sourceName: 'Marketplace', offerId, planId: 'plan-1', dimensions: [] };
    done(
      await addProduct(
        this.context,
        workspaceId,
        product(slug, {
          editions: [
            { slug: 'standard', name: 'Standard', rank: 10 },
            { slug: 'premium', name: 'Premium', rank: 20 },
          ],
          plans: [
            plan('basic', { capabilities: { search: true, archive: false } }),
            plan('premium', {
              edition: 'premium',
              licenceModel: 'Seats',
              billingModel: 'PerUser',
              capabilities: { search: true, archive: true },
              marketplace: [mapping],
            }),
            plan('draft', { status: 'Draft' }),
          ],
        }),
      ),
    );
  }

  order(rest: Partial<NewSubscription> = {}): NewSubscription {
    return order({ tenantId: randomUUID(), ...rest });
  }

  /** By default a pending subscription of a new tenant. */
  async create(workspaceId: string, rest: Partial<NewSubscription> = {}): Promise<Subscription> {
    return done(await createSubscription(this.context, workspaceId, this.order(rest), note)).subscription;
  }

  async move(
    { workspaceId, subscriptionId }: Pick<Subscription, 'workspaceId' | 'subscriptionId'>,
    ...moves: readonly RequestedMove[]
  ): Promise<void> {
    for (const move of moves) {
      done(await moveSubscription(this.context, workspaceId, subscriptionId, move, note));
    }
  }

  async createActive(workspaceId: string, rest: Partial<NewSubscription> = {}): Promise<Subscription> {
    const created = await this.create(workspaceId, rest);
    await this.move(created, { type: 'activate' });
    return (await this.stored(created)).subscription;
  }

  async revise(workspaceId: string, plan: string, changes: PlanChanges): Promise<void> {
    done(await revisePlan(this.context, workspaceId, 'forum', plan, changes));
  }

  async member(workspaceId: string, tenantId: string, isActive = true): Promise<string> {
    const member = { tenantId, objectId: randomUUID(), email: null, isActive };
    return (await saveMember(this.context, workspaceId, member)).memberId;
  }

  /** An endpoint, by default for all events. */
  async endpoint(workspaceId: string, settings: Partial<WebhookEndpointSettings> = {}) {
    return addEndpoint(this.context, workspaceId, settings);
  }

  /** The deliveries of a workspace. */
  async deliveries(workspaceId: string) {
    const { rows } = await sql<{
      endpointId: string;
      eventId: string;
      type: string;
      status: string;
      dueAt: Date;
      attempts: number;
      failedAttempts: number;
    }>`
      select endpoint_id as "endpointId", event_id as "eventId", event.type, delivery.status, due_at as "dueAt",
        attempts, failed_attempts as "failedAttempts"
      from webhook_deliveries as delivery join events as event using (workspace_id, event_id)
      where workspace_id = ${workspaceId}
      order by event_id, endpoint_id`.execute(this.database);
    return rows;
  }

  /** An API client with all scopes and products by default, and its key. */
  async client(workspaceId: string, registration: Partial<ApiClientRegistration> = {}): Promise<TestClient> {
    const { apiClientId } = done(
      await registerApiClient(this.context, workspaceId, {
        name: 'Client',
        scopes,
        products: 'all',
        rateLimitPerMinute: 6_000,
        ...registration,
      }),
    );
    const key = done(
      await issueKey(this.context, workspaceId, { kind: 'api-client', id: apiClientId }, { expiresAt: null }),
    );
    return { workspaceId, apiClientId, apiKey: key.text };
  }

  async disable(workspaceId: string, apiClientId: string): Promise<void> {
    done(await setApiClientEnabled(this.context, workspaceId, apiClientId, false));
  }

  /** The entitlement now. */
  async answer(workspaceId: string, tenantId: string, slug = 'forum'): Promise<Entitlement> {
    const stored = await loadEntitlement(this.database, workspaceId, slug, tenantId);
    if (!stored) throw new Error(`There is no product ${slug}`);
    return resolveEntitlement(stored.facts, this.clock.now());
  }

  /** The entitlement as of an earlier instant. */
  async answerAsOf(
    workspaceId: string,
    tenantId: string,
    moment: Date,
    slug = 'forum',
  ): Promise<Entitlement> {
    const stored = await loadEntitlementAsOf(this.database, workspaceId, slug, tenantId, moment);
    if (!stored) throw new Error(`There is no product ${slug}`);
    return resolveEntitlement(stored.facts, moment);
  }

  async stored({ workspaceId, subscriptionId }: Pick<Subscription, 'workspaceId' | 'subscriptionId'>) {
    const { revision, next_change_at, ...row } = await this.database
      .selectFrom('subscriptions')
      .selectAll()
      .where('workspace_id', '=', workspaceId)
      .where('subscription_id', '=', subscriptionId)
      .executeTakeFirstOrThrow();
    const subscription = subscriptionFrom({ ...row, revision, next_change_at });
    return { subscription, revision, nextChangeAt: next_change_at };
  }

  async history({ workspaceId, subscriptionId }: Pick<Subscription, 'workspaceId' | 'subscriptionId'>) {
    const rows = await this.database
      .selectFrom('subscription_history')
      .selectAll()
      .where('workspace_id', '=', workspaceId)
      .where('subscription_id', '=', subscriptionId)
      .orderBy('revision')
      .execute();
    return rows.map(({ revision, recorded_at, move, actor, reason, state }) => ({
      revision,
      recordedAt: recorded_at,
      move,
      actor,
      reason,
      state: subscriptionFromState(state),
    }));
  }

  /** Every version of the tenant's entitlement. */
  async versions(workspaceId: string, tenantId: string): Promise<{ version: number; recordedAt: Date }[]> {
    const rows = await this.database
      .selectFrom('entitlement_versions')
      .select(['version', 'recorded_at'])
      .where('workspace_id', '=', workspaceId)
      .where('tenant_id', '=', tenantId)
      .orderBy('version')
      .execute();
    return rows.map((row) => ({ version: row.version, recordedAt: row.recorded_at }));
  }

  /** The events of a subscription, by version, then type. */
  async events({
    workspaceId,
    subscriptionId,
  }: Pick<Subscription, 'workspaceId' | 'subscriptionId'>): Promise<WrittenEvent[]> {
    const { rows } = await sql<WrittenEvent>`
      select type, occurred_at as "occurredAt", data from events
      where workspace_id = ${workspaceId} and data ->> 'subscriptionId' = ${subscriptionId}
      order by (data ->> 'version')::integer, type desc`.execute(this.database);
    return rows;
  }

  /** All rows of one workspace or of all, to compare before and after. */
  async everything(workspaceId?: string): Promise<Record<Book, unknown[]>> {
    const read = async (book: Book) => {
      const { rows } = await sql<{ row: unknown }>`
        select to_jsonb(book) as row from ${sql.table(book)} as book
        where ${workspaceId ?? null}::uuid is null or workspace_id = ${workspaceId ?? null}
        order by to_jsonb(book)::text`.execute(this.database);
      return rows.map(({ row }) => row);
    };
    const entries: [string, unknown[]][] = [];
    for (const book of books) entries.push([book, await read(book)]);
    return Object.fromEntries(entries) as Record<Book, unknown[]>;
  }

  /** While `use` runs, inserts into this table fail; with `late`, the commit fails instead. */
  async whileClosed(book: Book, use: () => Promise<void>, { late = false } = {}): Promise<void> {
    const run = (text: string) => sql.raw(text).execute(this.database);
    await run(`create or replace function keep_out() returns trigger language plpgsql as
      $$ begin raise exception 'this book is closed'; end $$`);
    await run(
      late
        ? `create constraint trigger keep_out after insert or update or delete on ${book}
            deferrable initially deferred for each row execute function keep_out()`
        : `create trigger keep_out before insert or update or delete on ${book}
            for each row execute function keep_out()`,
    );
    try {
      await use();
    } finally {
      await run(`drop trigger keep_out on ${book}`);
    }
  }
}

/** The response without the members that every evaluation and every write change. */
export function withoutVersion({ version: _, evaluatedAt: __, ...answer }: Entitlement) {
  return answer;
}
