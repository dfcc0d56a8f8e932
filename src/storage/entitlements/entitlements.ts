import { CompiledQuery, sql } from 'kysely';
import type { PublicationStatus } from '../../core/catalogue/catalogue.ts';
import type { PlanContent } from '../../core/catalogue/plan-content.ts';
import type { EntitlementFacts } from '../../core/entitlements/in-force.ts';
import type { Database, Pool } from '../database.ts';
import { preparedStatement } from '../prepared-statement.ts';
import { subscriptionFromState } from '../subscriptions/subscriptions.ts';

/** A tenant's subscriptions and seats of a product, with the product's own facts. */
export interface StoredEntitlement {
  readonly productId: string;
  readonly productStatus: PublicationStatus;
  readonly plans: readonly { readonly slug: string; readonly status: PublicationStatus }[];
  readonly facts: EntitlementFacts;
}

interface Row {
  product_id: string;
  slug: string;
  name: string;
  status: string;
  version: number;
  /** JSON text, cached unparsed. */
  plans: string;
  holdings: string;
}

/** By workspace, product slug and tenant. The subscription columns are the same JSON as in a history row. */
export const entitlementLookUpText = `
  select product.product_id, product.slug, product.name, product.status,
    coalesce(entitlement.version, 0) as version,
    (
      select coalesce(json_agg(json_build_object('slug', plan.slug, 'status', plan.status)), '[]')::text
      from plans as plan
      where plan.workspace_id = $1 and plan.product_id = product.product_id
    ) as plans,
    (
      select coalesce(json_agg(json_build_object(
        'subscription', json_build_object(
          'workspaceId', subscription.workspace_id,
          'subscriptionId', subscription.subscription_id,
          'tenantId', subscription.tenant_id,
          'productId', subscription.product_id,
          'planId', subscription.plan_id,
          'source', subscription.source,
          'marketplaceSubscriptionId', subscription.marketplace_subscription_id,
          'status', subscription.status,
          'quantity', subscription.quantity,
          'isTrial', subscription.is_trial,
          'trialEndsAt', subscription.trial_ends_at,
          'validUntil', subscription.valid_until,
          'renewsItself', subscription.renews_itself,
          'createdAt', subscription.created_at,
          'activatedAt', subscription.activated_at,
          'suspendedAt', subscription.suspended_at,
          'cancelledAt', subscription.cancelled_at,
          'endedAt', subscription.ended_at,
          'changedAt', subscription.changed_at
        ),
        'plan', revision.content
      )), '[]')::text
      from subscriptions as subscription
      join plans as plan using (workspace_id, plan_id)
      join plan_revisions as revision using (workspace_id, plan_id)
      where subscription.workspace_id = $1
        and subscription.product_id = product.product_id
        and subscription.tenant_id = $3
        and revision.revision = plan.revision
    ) as holdings
  from products as product
  left join entitlements as entitlement
    on entitlement.workspace_id = $1
    and entitlement.product_id = product.product_id
    and entitlement.tenant_id = $3
  where product.workspace_id = $1 and product.slug = $2`;

const entitlementLookUp = preparedStatement<Row>('entitlement_look_up', entitlementLookUpText);

/**
 * An entitlement for the cache. The number of objects is what burdens the garbage collector, so the JSON stays text and
 * is parsed on each use.
 */
export class CompactEntitlement implements StoredEntitlement {
  readonly productId: string;
  readonly productStatus: PublicationStatus;
  /** Memory of the texts. */
  readonly bytes: number;
  readonly #row: Row;
  readonly #tenantId: string;

  constructor(row: Row, tenantId: string) {
    this.productId = row.product_id;
    this.productStatus = row.status as PublicationStatus;
    this.bytes = bytesInMemory(row.plans) + bytesInMemory(row.holdings);
    this.#row = row;
    this.#tenantId = tenantId;
  }

  get plans(): StoredEntitlement['plans'] {
    return plansFrom(this.#row);
  }

  get facts(): EntitlementFacts {
    return factsFrom(this.#row, this.#tenantId);
  }
}

/** One character beyond Latin-1 doubles a string's size in V8. */
function bytesInMemory(text: string): number {
  return /[\u0100-\uffff]/.test(text) ? 2 * text.length : text.length;
}

/** Reads one tenant and product in one indexed query; undefined when there is no such product. */
export async function findEntitlement(
  pool: Pool,
  workspaceId: string,
  product: string,
  tenantId: string,
): Promise<CompactEntitlement | undefined> {
  const [row] = await entitlementLookUp(pool, workspaceId, product, tenantId);
  return row && new CompactEntitlement(row, tenantId);
}

const entitlementsLookUp = preparedStatement<Row & { tenant_id: string }>(
  'entitlements_look_up',
  `select requested.tenant_id, found.*
   from unnest($2::text[], $3::uuid[]) as requested (slug, tenant_id)
   cross join lateral (
     ${entitlementLookUpText.replaceAll('$2', 'requested.slug').replaceAll('$3', 'requested.tenant_id')}
   ) as found`,
);

export interface EntitlementKey {
  readonly product: string;
  readonly tenantId: string;
}

/** Reads many tenants and products in one query. Those of an unknown product are missing. */
export async function findEntitlements(
  pool: Pool,
  workspaceId: string,
  keys: readonly EntitlementKey[],
): Promise<readonly (EntitlementKey & { readonly stored: CompactEntitlement })[]> {
  const slugs = keys.map(({ product }) => product);
  const tenantIds = keys.map(({ tenantId }) => tenantId);
  const rows = await entitlementsLookUp(pool, workspaceId, slugs, tenantIds);
  return rows.map(({ tenant_id: tenantId, ...row }) => ({
    product: row.slug,
    tenantId,
    stored: new CompactEntitlement(row, tenantId),
  }));
}

/** Reads inside a transaction, which may have changed the entitlement. */
export async function loadEntitlement(
  database: Database,
  workspaceId: string,
  product: string,
  tenantId: string,
): Promise<StoredEntitlement | undefined> {
  const statement = CompiledQuery.raw(entitlementLookUpText, [workspaceId, product, tenantId]);
  const { rows } = await database.executeQuery<Row>(statement as CompiledQuery<Row>);
  return rows[0] && entitlementFrom(rows[0], tenantId);
}

const heldLookUpText = `
  select held.* from (
    select distinct product.slug from subscriptions as subscription
    join products as product using (workspace_id, product_id)
    where subscription.workspace_id = $1 and subscription.tenant_id = $2
  ) as requested
  cross join lateral (${entitlementLookUpText.replaceAll('$2', 'requested.slug').replaceAll('$3', '$2')}) as held
  order by held.slug`;

/** Entitlements of every product that the tenant has ever bought, in one statement. */
export async function loadEntitlementsOfTenant(
  database: Database,
  workspaceId: string,
  tenantId: string,
): Promise<readonly StoredEntitlement[]> {
  const statement = CompiledQuery.raw(heldLookUpText, [workspaceId, tenantId]) as CompiledQuery<Row>;
  const { rows } = await database.executeQuery(statement);
  return rows.map((row) => entitlementFrom(row, tenantId));
}

const subscribedLookUpText = `
  select requested.subscription_id, requested.tenant_id, held.* from (
    select subscription.subscription_id, subscription.tenant_id, product.slug from subscriptions as subscription
    join products as product using (workspace_id, product_id)
    where subscription.workspace_id = $1 and subscription.subscription_id = any($2::uuid[])
  ) as requested
  cross join lateral (${entitlementLookUpText
    .replaceAll('$2', 'requested.slug')
    .replaceAll('$3', 'requested.tenant_id')}) as held`;

/** The facts of the entitlement that each subscription belongs to, by subscription id, in one statement. */
export async function loadFactsOfSubscriptions(
  database: Database,
  workspaceId: string,
  subscriptionIds: readonly string[],
): Promise<ReadonlyMap<string, EntitlementFacts>> {
  type SubscribedRow = Row & { subscription_id: string; tenant_id: string };
  const statement = CompiledQuery.raw(subscribedLookUpText, [workspaceId, subscriptionIds]);
  const { rows } = await database.executeQuery<SubscribedRow>(statement as CompiledQuery<SubscribedRow>);
  return new Map(rows.map((row) => [row.subscription_id, factsFrom(row, row.tenant_id)]));
}

/** The entitlement as recorded at an earlier moment: subscriptions, plans, names and version of then. */
export async function loadEntitlementAsOf(
  database: Database,
  workspaceId: string,
  product: string,
  tenantId: string,
  moment: Date,
): Promise<StoredEntitlement | undefined> {
  const { rows } = await sql<Row>`
    select product.product_id, product.slug, product.status,
      coalesce((
        select content ->> 'name' from product_revisions as revision
        where revision.workspace_id = ${workspaceId} and revision.product_id = product.product_id
          and revision.recorded_at <= ${moment}
        order by revision.revision desc
        limit 1
      ), product.name) as name,
      coalesce((
        select max(version) from entitlement_versions as step
        where step.workspace_id = ${workspaceId} and step.product_id = product.product_id
          and step.tenant_id = ${tenantId} and step.recorded_at <= ${moment}
      ), 0) as version,
      '[]' as plans,
      (
        select coalesce(json_agg(json_build_object('subscription', past.state, 'plan', revision.content)), '[]')::text
        from subscriptions as subscription
        join lateral (
          select state from subscription_history as history
          where history.workspace_id = ${workspaceId}
            and history.subscription_id = subscription.subscription_id
            and history.recorded_at <= ${moment}
          order by history.revision desc
          limit 1
        ) as past on true
        join lateral (
          select content from plan_revisions as candidate
          where candidate.workspace_id = ${workspaceId}
            and candidate.plan_id = (past.state ->> 'planId')::uuid
            and candidate.recorded_at <= ${moment}
          order by candidate.revision desc
          limit 1
        ) as revision on true
        where subscription.workspace_id = ${workspaceId}
          and subscription.product_id = product.product_id
          and subscription.tenant_id = ${tenantId}
      ) as holdings
    from products as product
    where product.workspace_id = ${workspaceId} and product.slug = ${product}`.execute(database);
  return rows[0] && entitlementFrom(rows[0], tenantId);
}

function entitlementFrom(row: Row, tenantId: string): StoredEntitlement {
  return {
    productId: row.product_id,
    productStatus: row.status as PublicationStatus,
    plans: plansFrom(row),
    facts: factsFrom(row, tenantId),
  };
}

function plansFrom({ plans }: Row): StoredEntitlement['plans'] {
  return JSON.parse(plans);
}

function factsFrom({ slug, name, version, holdings }: Row, tenantId: string): EntitlementFacts {
  const held = JSON.parse(holdings) as { subscription: unknown; plan: PlanContent }[];
  return {
    tenantId,
    product: { slug, name },
    version,
    subscriptions: held.map(({ subscription, plan }) => ({
      subscription: subscriptionFromState(subscription),
      plan,
    })),
  };
}
