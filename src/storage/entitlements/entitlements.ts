import { CompiledQuery, sql } from 'kysely';
import type { PublicationStatus } from '../../core/catalogue/catalogue.ts';
import { defaultKind } from '../../core/catalogue/marketplace-kind.ts';
import type { MarketplaceOffer, PlanContent } from '../../core/catalogue/plan-content.ts';
import type { ConnectionKind, EntitlementFacts } from '../../core/entitlements/in-force.ts';
import { currentContent } from '../catalogue/plans.ts';
import type { Database, Pool } from '../database.ts';
import { preparedStatement } from '../sql/prepared-statement.ts';
import { subscriptionFromState } from '../subscriptions/subscriptions.ts';

/** A tenant's subscriptions and seats of a product, with the product's own facts. */
export interface StoredEntitlement {
  readonly productId: string;
  readonly productStatus: PublicationStatus;
  readonly plans: readonly { readonly slug: string; readonly status: PublicationStatus }[];
  readonly facts: EntitlementFacts;
}

export interface EntitlementRow {
  product_id: string;
  slug: string;
  name: string;
  status: string;
  version: number;
  /** JSON text, cached unparsed. */
  plans: string;
  subscribed_plans: string;
  /** Null if all connections have the default kind. */
  marketplaces: string | null;
}

/**
 * The connections of other kinds than the default one. Every table is compared with the id of the workspace, so that a cluster sends
 * the statement to one machine.
 */
export const marketplacesOf = (workspaceId: string) => `(
  select json_agg(json_build_object('sourceName', connection.source_name, 'kind', connection.kind))::text
  from marketplace_connections as connection
  where connection.workspace_id = ${workspaceId} and connection.kind <> '${defaultKind}'
)`;

/** The offer that a licence names; null for an invalid id. */
export const offerOfLicence = (workspaceId: string, id: string) => `(
  select json_build_object('sourceName', licence.source_name, 'offerId', licence.product_code)
  from marketplace_licences as licence
  where licence.workspace_id = ${workspaceId} and licence.licence = ${id}
)`;

/** A text of the above in a tagged statement, with the id of the workspace as a parameter. */
export const inStatement = (text: (workspaceId: string) => string, workspaceId: string) =>
  sql.join(
    text('?')
      .split('?')
      .map((part) => sql.raw(part)),
    sql`${workspaceId}`,
  );

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
        'plan', ${currentContent},
        'sold', ${offerOfLicence('$1', 'subscription.marketplace_subscription_id')}
      )), '[]')::text
      from subscriptions as subscription
      join plans as plan using (workspace_id, plan_id)
      join plan_revisions as revision using (workspace_id, plan_id)
      where subscription.workspace_id = $1
        and subscription.product_id = product.product_id
        and subscription.tenant_id = $3
        and revision.revision = plan.revision
    ) as subscribed_plans,
    ${marketplacesOf('$1')} as marketplaces
  from products as product
  left join entitlements as entitlement
    on entitlement.workspace_id = $1
    and entitlement.product_id = product.product_id
    and entitlement.tenant_id = $3
  where product.workspace_id = $1 and product.slug = $2`;

const entitlementLookUp = preparedStatement<EntitlementRow>('entitlement_look_up', entitlementLookUpText);

/**
 * An entitlement for the cache. The number of objects is what burdens the garbage collector, so the JSON stays text and
 * is parsed on each use.
 */
export class CompactEntitlement implements StoredEntitlement {
  readonly productId: string;
  readonly productStatus: PublicationStatus;
  /** Memory of the texts. */
  readonly bytes: number;
  readonly #row: EntitlementRow;
  readonly #tenantId: string;

  constructor(row: EntitlementRow, tenantId: string) {
    this.productId = row.product_id;
    this.productStatus = row.status as PublicationStatus;
    this.bytes =
      bytesInMemory(row.plans) + bytesInMemory(row.subscribed_plans) + bytesInMemory(row.marketplaces ?? '');
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

/** Reads inside a transaction, which may have changed the entitlement. */
export async function loadEntitlement(
  database: Database,
  workspaceId: string,
  product: string,
  tenantId: string,
): Promise<StoredEntitlement | undefined> {
  const statement = CompiledQuery.raw(entitlementLookUpText, [workspaceId, product, tenantId]);
  const { rows } = await database.executeQuery<EntitlementRow>(statement as CompiledQuery<EntitlementRow>);
  return rows[0] && entitlementFrom(rows[0], tenantId);
}

/** The entitlement as recorded at an earlier moment: subscriptions, plans, names and version at that moment. */
export async function loadEntitlementAsOf(
  database: Database,
  workspaceId: string,
  product: string,
  tenantId: string,
  moment: Date,
): Promise<StoredEntitlement | undefined> {
  const { rows } = await sql<EntitlementRow>`
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
        select coalesce(json_agg(json_build_object(
          'subscription', past.state,
          'plan', '{"limits": {}}' || revision.content,
          'sold', ${inStatement((id) => offerOfLicence(id, "past.state ->> 'marketplaceSubscriptionId'"), workspaceId)}
        )), '[]')::text
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
      ) as subscribed_plans,
      ${inStatement(marketplacesOf, workspaceId)} as marketplaces
    from products as product
    where product.workspace_id = ${workspaceId} and product.slug = ${product}`.execute(database);
  return rows[0] && entitlementFrom(rows[0], tenantId);
}

export function entitlementFrom(row: EntitlementRow, tenantId: string): StoredEntitlement {
  return {
    productId: row.product_id,
    productStatus: row.status as PublicationStatus,
    plans: plansFrom(row),
    facts: factsFrom(row, tenantId),
  };
}

function plansFrom({ plans }: EntitlementRow): StoredEntitlement['plans'] {
  return JSON.parse(plans);
}

export function factsFrom(
  { slug, name, version, subscribed_plans: subscribedPlans, marketplaces }: EntitlementRow,
  tenantId: string,
): EntitlementFacts {
  const subscriptions = JSON.parse(subscribedPlans) as {
    subscription: unknown;
    plan: PlanContent;
    sold: MarketplaceOffer | null;
  }[];
  return {
    tenantId,
    product: { slug, name },
    version,
    ...(marketplaces !== null && { marketplaces: JSON.parse(marketplaces) as ConnectionKind[] }),
    subscriptions: subscriptions.map(({ subscription, plan, sold }) => ({
      subscription: subscriptionFromState(subscription),
      plan,
      ...(sold && { sold }),
    })),
  };
}
