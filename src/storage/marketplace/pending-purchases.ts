import { type RawBuilder, sql } from 'kysely';
import type { MarketplaceKind } from '../../core/catalogue/marketplace-kind.ts';
import { readAccountNumber } from '../../core/marketplace/licences/licence-address.ts';
import type {
  PurchaseFacts,
  PurchaseFailureCause,
  WrongAccount,
} from '../../core/marketplace/purchases/pending-purchase.ts';
import type { Total } from '../../core/values/total.ts';
import { isPersonalTenant } from '../../core/workspaces/personal-accounts.ts';
import type { Database } from '../database.ts';
import { ListOrder, type SortedPage } from '../sql/list-order.ts';
import { loadTotal } from '../sql/load-total.ts';
import { containsText } from '../sql/text-search.ts';

interface Named {
  readonly slug: string;
  readonly name: string;
}

/** A purchase that is not active yet, with everything that explains why. */
export interface PendingPurchase extends PurchaseFacts {
  readonly marketplaceSubscriptionId: string;
  /** Our Pending subscription; null until the buyer has confirmed. */
  readonly subscriptionId: string | null;
  readonly boughtAt: Date;
  readonly tenantId: string | null;
  readonly organisation: { readonly organisationId: string; readonly name: string } | null;
  readonly buyerEmail: string | null;
  /** The buyer's account number, where the marketplace names the buyer by that alone. */
  readonly account: string | null;
  readonly quantity: number | null;
  readonly product: Named | null;
  readonly plan: Named | null;
  readonly connection: {
    readonly connectionId: string;
    readonly kind: MarketplaceKind;
    readonly sourceName: string;
    readonly failure: string | null;
  } | null;
  readonly failure: {
    readonly cause: PurchaseFailureCause;
    readonly reason: string;
    readonly at: Date;
  } | null;
  /** Null: never seen in the marketplace's list. */
  readonly comparedAt: Date | null;
}

export const purchaseOrder = new ListOrder({
  id: [
    {
      column: sql`pending.marketplace_subscription_id`,
      type: 'text',
      of: ({ marketplaceSubscriptionId }: PendingPurchase) => marketplaceSubscriptionId,
    },
  ],
  idKey: 'marketplaceSubscriptionId',
  columns: {
    boughtAt: {
      column: sql`pending.bought_at`,
      type: 'timestamptz',
      of: ({ boughtAt }) => boughtAt.toISOString(),
    },
  },
  standard: 'boughtAt',
});

type PurchaseSort = (typeof purchaseOrder.sorts)[number];

/**
 * Purchases that the marketplace lists as not activated, and subscriptions that are Pending here. Most are both; the
 * first are the purchases whose buyer has not confirmed.
 */
export function pendingPurchases(workspaceId: string): RawBuilder<unknown> {
  return sql`
    select marketplace_subscription_id, subscription.subscription_id, subscription.plan_id as own_plan_id,
      purchase.source_name, purchase.offer_id, purchase.plan_id as marketplace_plan_id, purchase.buyer_email,
      purchase.opened_at, purchase.failure_cause, purchase.failure, purchase.failed_at,
      case when purchase.offer_id is not null then purchase.compared_at end as compared_at,
      purchase.noticed_at, least(purchase.bought_at, subscription.created_at) as bought_at,
      coalesce(subscription.tenant_id, purchase.tenant_id) as tenant_id,
      coalesce(subscription.quantity, purchase.quantity) as quantity
    from (
      select * from marketplace_purchases as listed
      where workspace_id = ${workspaceId} and not exists (
        select from subscriptions as settled
        where settled.workspace_id = ${workspaceId} and settled.status <> 'Pending'
          and settled.marketplace_subscription_id = listed.marketplace_subscription_id
      )
    ) as purchase
    full join (
      select * from subscriptions
      where workspace_id = ${workspaceId} and status = 'Pending' and source = 'Marketplace'
        and marketplace_subscription_id is not null
    ) as subscription using (workspace_id, marketplace_subscription_id)`;
}

export interface PurchaseFilter {
  readonly tenantId?: string | undefined;
  /** Part of the organisation's name or of the buyer's e-mail address, an account number or the marketplace's id. */
  readonly search?: string | undefined;
}

export function listPendingPurchases(
  database: Database,
  workspaceId: string,
  { limit, sort, after, ...filter }: PurchaseFilter & SortedPage<PurchaseSort>,
): Promise<readonly PendingPurchase[]> {
  const { isAfter, order } = purchaseOrder.select({ sort, after });
  return selectPurchases(
    database,
    workspaceId,
    sql`${isAfter} and ${matches(workspaceId, filter)}`,
    limit,
    order,
  );
}

export function loadPendingPurchaseTotal(
  database: Database,
  workspaceId: string,
  filter: PurchaseFilter,
): Promise<Total> {
  return loadTotal(
    database,
    sql`select from (${pendingPurchases(workspaceId)}) as pending where ${matches(workspaceId, filter)}`,
  );
}

function matches(workspaceId: string, { tenantId, search }: PurchaseFilter): RawBuilder<unknown> {
  const ofTenant = tenantId === undefined ? sql`true` : sql`pending.tenant_id = ${tenantId}`;
  if (search === undefined) return ofTenant;
  return sql`${ofTenant} and (
    pending.marketplace_subscription_id = ${search} or ${containsText(search, sql`pending.buyer_email`)}
    or pending.marketplace_subscription_id in (
      select licence from marketplace_licences
      where workspace_id = ${workspaceId} and account = ${readAccountNumber(search) ?? null}
    )
    or pending.tenant_id in (
      select tenant.tenant_id from organisations as organisation
      join tenants as tenant using (workspace_id, organisation_id)
      where organisation.workspace_id = ${workspaceId} and ${containsText(search, sql`organisation.name`)}
    )
  )`;
}

/** Undefined when there is no such purchase, or it is no longer pending. */
export async function findPendingPurchase(
  database: Database,
  workspaceId: string,
  marketplaceSubscriptionId: string,
): Promise<PendingPurchase | undefined> {
  const condition = sql`marketplace_subscription_id = ${marketplaceSubscriptionId}`;
  const [found] = await selectPurchases(database, workspaceId, condition, 1);
  return found;
}

/** The oldest purchases of a source that were bought before the moment and that support has had no notice of. */
export async function listUnnoticedPurchases(
  database: Database,
  { workspaceId, sourceName }: { readonly workspaceId: string; readonly sourceName: string },
  boughtBefore: Date,
  limit: number,
): Promise<readonly PendingPurchase[]> {
  const condition = sql`source_name = ${sourceName} and noticed_at is null and bought_at <= ${boughtBefore}`;
  return selectPurchases(database, workspaceId, condition, limit);
}

async function selectPurchases(
  database: Database,
  workspaceId: string,
  condition: RawBuilder<unknown>,
  limit: number,
  order: RawBuilder<unknown> = purchaseOrder.select({}).order,
): Promise<readonly PendingPurchase[]> {
  const { rows } = await sql<Row>`
    select pending.marketplace_subscription_id as "marketplaceSubscriptionId",
      pending.subscription_id as "subscriptionId", pending.bought_at as "boughtAt", pending.tenant_id as "tenantId",
      pending.buyer_email as "buyerEmail", pending.quantity, pending.opened_at as "openedAt",
      pending.offer_id as "offerId", pending.marketplace_plan_id as "planId", pending.compared_at as "comparedAt",
      pending.failure_cause as "failureCause", pending.failure, pending.failed_at as "failedAt",
      plan.slug as "planSlug", plan.name as "planName", product.slug as "productSlug", product.name as "productName",
      organisation.organisation_id as "organisationId", organisation.name as "organisationName",
      licence.account, connection.kind as "connectionKind",
      connection.connection_id as "connectionId", connection.source_name as "sourceName",
      connection.reconciliation_failure as "connectionFailure",
      coalesce((
        select jsonb_agg(jsonb_build_object('username', visit.username, 'tenantId', visit.tenant_id,
          'organisation', visitor.name, 'visitedAt', visit.visited_at) order by visit.visited_at desc)
        from purchase_visits as visit
        left join tenants as home on home.workspace_id = ${workspaceId} and home.tenant_id = visit.tenant_id
        left join organisations as visitor
          on visitor.workspace_id = ${workspaceId} and visitor.organisation_id = home.organisation_id
        where visit.workspace_id = ${workspaceId}
          and visit.marketplace_subscription_id = pending.marketplace_subscription_id
      ), '[]') as visits
    from (
      select * from (${pendingPurchases(workspaceId)}) as pending
      where ${condition}
      order by ${order}
      limit ${limit}
    ) as pending
    left join marketplace_mappings as mapping
      on mapping.workspace_id = ${workspaceId} and mapping.source_name = pending.source_name
      and mapping.offer_id = pending.offer_id and mapping.marketplace_plan_id = pending.marketplace_plan_id
    left join plans as plan
      on plan.workspace_id = ${workspaceId} and plan.plan_id = coalesce(pending.own_plan_id, mapping.plan_id)
      and plan.status <> 'Draft'
    left join products as product
      on product.workspace_id = ${workspaceId} and product.product_id = plan.product_id
    left join tenants as tenant on tenant.workspace_id = ${workspaceId} and tenant.tenant_id = pending.tenant_id
    left join organisations as organisation
      on organisation.workspace_id = ${workspaceId} and organisation.organisation_id = tenant.organisation_id
    left join marketplace_licences as licence
      on licence.workspace_id = ${workspaceId} and licence.licence = pending.marketplace_subscription_id
    left join marketplace_connections as connection
      on connection.workspace_id = ${workspaceId} and connection.source_name = coalesce(pending.source_name, (
        select min(sold.source_name) from marketplace_mappings as sold
        join marketplace_connections as seller
          on seller.workspace_id = sold.workspace_id and seller.source_name = sold.source_name
        where sold.workspace_id = ${workspaceId} and sold.plan_id = pending.own_plan_id
      ))
    order by ${order}`.execute(database);
  return rows.map(purchaseFrom);
}

interface Row
  extends Pick<
    PendingPurchase,
    | 'marketplaceSubscriptionId'
    | 'subscriptionId'
    | 'boughtAt'
    | 'tenantId'
    | 'buyerEmail'
    | 'account'
    | 'quantity'
    | 'openedAt'
    | 'offerId'
    | 'planId'
    | 'comparedAt'
  > {
  readonly failureCause: PurchaseFailureCause | null;
  readonly failure: string | null;
  readonly failedAt: Date | null;
  readonly planSlug: string | null;
  readonly planName: string | null;
  readonly productSlug: string | null;
  readonly productName: string | null;
  readonly organisationId: string | null;
  readonly organisationName: string | null;
  readonly connectionId: string | null;
  readonly connectionKind: MarketplaceKind | null;
  readonly sourceName: string | null;
  readonly connectionFailure: string | null;
  readonly visits: readonly (Omit<WrongAccount, 'isPersonal' | 'visitedAt'> & {
    readonly visitedAt: string;
  })[];
}

function purchaseFrom(row: Row): PendingPurchase {
  const { failureCause: cause, failure, failedAt: at, organisationId, organisationName, ...rest } = row;
  const {
    planSlug,
    planName,
    productSlug,
    productName,
    connectionId,
    connectionKind,
    sourceName,
    connectionFailure,
    visits,
    ...own
  } = rest;
  const named = (slug: string | null, name: string | null) =>
    slug !== null && name !== null ? { slug, name } : null;
  return {
    ...own,
    product: named(productSlug, productName),
    plan: named(planSlug, planName),
    organisation:
      organisationId !== null && organisationName !== null
        ? { organisationId, name: organisationName }
        : null,
    connection:
      connectionId !== null && connectionKind !== null && sourceName !== null
        ? { connectionId, kind: connectionKind, sourceName, failure: connectionFailure }
        : null,
    wrongAccounts: visits.map((visit) => ({
      ...visit,
      isPersonal: isPersonalTenant(visit.tenantId),
      visitedAt: new Date(visit.visitedAt),
    })),
    failure: cause && failure !== null && at ? { cause, reason: failure, at } : null,
    isMapped: planSlug !== null,
    hasBeneficiary: own.tenantId !== null,
    isConfirmed: own.subscriptionId !== null,
  };
}
