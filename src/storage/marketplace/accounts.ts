import { type Selectable, sql } from 'kysely';
import type { LicenceModel, Plan } from '../../core/catalogue/catalogue.ts';
import { type IncludedItem, includedIn } from '../../core/catalogue/included.ts';
import { noLabels, type ProductLabels } from '../../core/catalogue/labels.ts';
import type { Buyer } from '../../core/marketplace/purchases/account.ts';
import type { RecordedState } from '../../core/marketplace/purchases/activity.ts';
import type { Subscription } from '../../core/subscriptions/subscription.ts';
import type { Database } from '../database.ts';
import type { Subscriptions } from '../schema/tables.generated.ts';
import { subscriptionFrom } from '../subscriptions/subscriptions.ts';

/** A subscription on the customer's page. */
export interface AccountSubscription {
  readonly subscription: Subscription;
  readonly product: string;
  readonly productName: string;
  readonly planName: string;
  readonly licenceModel: LicenceModel;
  readonly applicationUrl: string | null;
  readonly supportContact: string | null;
  readonly accentColour: string | null;
  readonly included: readonly IncludedItem[];
  /** Null without a logo. */
  readonly logoChangedAt: Date | null;
  readonly buyers: readonly Buyer[];
}

export interface AccountQuestion {
  readonly workspaceId: string;
  readonly sourceName: string;
  /** Of the signed-in user. */
  readonly tenantId: string;
  readonly subscriptionId?: string | undefined;
  readonly limit: number;
}

interface AccountRow extends Selectable<Subscriptions> {
  product_slug: string;
  product_name: string;
  plan_name: string;
  licence_model: string;
  application_url: string | null;
  support_contact: string | null;
  accent_colour: string | null;
  labels: ProductLabels | null;
  capabilities: Plan['capabilities'];
  limits: Plan['limits'];
  logo_changed_at: Date | null;
  buyers: readonly { role: Buyer['role']; tenant_id: string; object_id: string | null }[] | null;
}

/**
 * The subscriptions that the tenant holds or has bought for others, live ones first, newest first. Those sold through
 * another connection are on that connection's page.
 */
export async function listAccountSubscriptions(
  database: Database,
  { workspaceId, sourceName, tenantId, subscriptionId, limit }: AccountQuestion,
): Promise<readonly AccountSubscription[]> {
  const isAsked =
    subscriptionId === undefined ? sql`true` : sql`subscription.subscription_id = ${subscriptionId}::uuid`;
  const mappedTo = (source: ReturnType<typeof sql>) => sql`exists (
      select from marketplace_mappings as mapping
      where mapping.workspace_id = subscription.workspace_id and mapping.plan_id = subscription.plan_id and ${source})`;
  const { rows } = await sql<AccountRow>`
    select subscription.*, product.slug as product_slug, product.name as product_name, plan.name as plan_name,
      plan.licence_model, plan.capabilities, plan.limits, product.application_url, product.support_contact,
      product.accent_colour, product.labels,
      logo.changed_at as logo_changed_at,
      (select json_agg(json_build_object('role', buyer.role, 'tenant_id', buyer.tenant_id, 'object_id', buyer.object_id))
        from subscription_buyers as buyer
        where buyer.workspace_id = subscription.workspace_id and buyer.subscription_id = subscription.subscription_id
      ) as buyers
    from subscriptions as subscription
    join products as product
      on product.workspace_id = subscription.workspace_id and product.product_id = subscription.product_id
    join plans as plan on plan.workspace_id = subscription.workspace_id and plan.plan_id = subscription.plan_id
    left join product_logos as logo
      on logo.workspace_id = product.workspace_id and logo.product_id = product.product_id
    where subscription.workspace_id = ${workspaceId}::uuid and ${isAsked}
      and subscription.subscription_id in (
        select subscription_id from subscriptions where workspace_id = ${workspaceId}::uuid and tenant_id = ${tenantId}::uuid
        union
        select subscription_id from subscription_buyers
          where workspace_id = ${workspaceId}::uuid and tenant_id = ${tenantId}::uuid)
      and (subscription.source <> 'Marketplace' or ${mappedTo(sql`mapping.source_name = ${sourceName}`)}
        or not ${mappedTo(sql`true`)})
    order by subscription.ended_at is not null, subscription.subscription_id desc
    limit ${limit}`.execute(database);
  return rows.map(accountFrom);
}

function accountFrom(row: AccountRow): AccountSubscription {
  return {
    subscription: subscriptionFrom(row),
    product: row.product_slug,
    productName: row.product_name,
    planName: row.plan_name,
    licenceModel: row.licence_model as LicenceModel,
    applicationUrl: row.application_url,
    supportContact: row.support_contact,
    accentColour: row.accent_colour,
    included: includedIn(row, row.labels ?? noLabels),
    logoChangedAt: row.logo_changed_at,
    buyers: (row.buyers ?? []).map(({ role, tenant_id, object_id }) => ({
      role,
      tenantId: tenant_id,
      objectId: object_id,
    })),
  };
}

const maxContacts = 3;

/** Where customers of the connection get help: the contacts of the published products that are sold through it. */
export async function listSupportContacts(
  database: Database,
  { workspaceId, sourceName }: Pick<AccountQuestion, 'workspaceId' | 'sourceName'>,
): Promise<readonly string[]> {
  const { rows } = await sql<{ support_contact: string }>`
    select distinct product.support_contact
    from products as product
    join plans as plan on plan.workspace_id = product.workspace_id and plan.product_id = product.product_id
    join marketplace_mappings as mapping
      on mapping.workspace_id = plan.workspace_id and mapping.plan_id = plan.plan_id
    where product.workspace_id = ${workspaceId}::uuid and product.status = 'Published'
      and product.support_contact is not null and mapping.source_name = ${sourceName}
    order by product.support_contact
    limit ${maxContacts}`.execute(database);
  return rows.map(({ support_contact }) => support_contact);
}

/** How many subscriptions a tenant holds that have not ended, over all connections, and how many of them the user has bought. */
export async function loadHeldCounts(
  database: Database,
  workspaceId: string,
  { tenantId, objectId }: { readonly tenantId: string; readonly objectId: string },
): Promise<{ readonly held: number; readonly bought: number }> {
  const { rows } = await sql<{ held: number; bought: number }>`
    select count(*)::integer as held,
      count(*) filter (where exists (
        select from subscription_buyers as buyer
        where buyer.workspace_id = subscription.workspace_id and buyer.subscription_id = subscription.subscription_id
          and buyer.tenant_id = ${tenantId}::uuid and buyer.object_id = ${objectId}::uuid))::integer as bought
    from subscriptions as subscription
    where subscription.workspace_id = ${workspaceId}::uuid and subscription.tenant_id = ${tenantId}::uuid
      and subscription.ended_at is null`.execute(database);
  return rows[0] ?? { held: 0, bought: 0 };
}

/** The last states of a subscription, newest first. */
export async function listAccountStates(
  database: Database,
  { workspaceId, subscriptionId }: Pick<Subscription, 'workspaceId' | 'subscriptionId'>,
  limit: number,
): Promise<readonly RecordedState[]> {
  const { rows } = await sql<RecordedState>`
    select history.recorded_at as "recordedAt", history.move, history.actor, plan.name as "planName",
      (history.state ->> 'quantity')::integer as quantity
    from subscription_history as history
    join plans as plan
      on plan.workspace_id = history.workspace_id and plan.plan_id = (history.state ->> 'planId')::uuid
    where history.workspace_id = ${workspaceId} and history.subscription_id = ${subscriptionId}
    order by history.revision desc
    limit ${limit}`.execute(database);
  return rows;
}
