import { type SelectQueryBuilder, sql } from 'kysely';
import type { Subscription } from '../../core/subscriptions/subscription.ts';
import type { Database } from '../database.ts';
import { isOrganisationOfTenant, isTenantOfSubscription } from './customer-joins.ts';
import { type HistoryEntry, subscriptionFrom, subscriptionFromState } from './subscriptions.ts';

/** A subscription with the names of its product, plan and organisation. */
export interface SubscriptionView {
  readonly subscription: Subscription;
  readonly revision: number;
  readonly product: { readonly slug: string; readonly name: string };
  readonly plan: { readonly slug: string; readonly name: string };
  /** The tenant's organisation; null when none is assigned. */
  readonly organisation: { readonly organisationId: string; readonly name: string } | null;
}

export const selectSubscriptionViews = (database: Database, workspaceId: string) =>
  database
    .selectFrom('subscriptions as subscription')
    .innerJoin('products as product', (join) =>
      join
        .onRef('product.workspace_id', '=', 'subscription.workspace_id')
        .onRef('product.product_id', '=', 'subscription.product_id'),
    )
    .innerJoin('plans as plan', (join) =>
      join
        .onRef('plan.workspace_id', '=', 'subscription.workspace_id')
        .onRef('plan.plan_id', '=', 'subscription.plan_id'),
    )
    .innerJoin('tenants as tenant', (join) => join.on(isTenantOfSubscription))
    .leftJoin('organisations as organisation', (join) => join.on(isOrganisationOfTenant))
    .selectAll('subscription')
    .select([
      'product.slug as product_slug',
      'product.name as product_name',
      'plan.slug as plan_slug',
      'plan.name as plan_name',
      'organisation.organisation_id',
      'organisation.name as organisation_name',
    ])
    .where('subscription.workspace_id', '=', workspaceId);

type Row =
  ReturnType<typeof selectSubscriptionViews> extends SelectQueryBuilder<infer _, infer __, infer Found>
    ? Found
    : never;

export async function findSubscriptionView(
  database: Database,
  workspaceId: string,
  subscriptionId: string,
): Promise<SubscriptionView | undefined> {
  const row = await selectSubscriptionViews(database, workspaceId)
    .where('subscription.subscription_id', '=', subscriptionId)
    .executeTakeFirst();
  return row && subscriptionViewFrom(row);
}

export function subscriptionViewFrom(row: Row): SubscriptionView {
  const { organisation_id: organisationId, organisation_name: name } = row;
  return {
    subscription: subscriptionFrom(row),
    revision: row.revision,
    product: { slug: row.product_slug, name: row.product_name },
    plan: { slug: row.plan_slug, name: row.plan_name },
    organisation: organisationId !== null && name !== null ? { organisationId, name } : null,
  };
}

/** One history entry with the subscription's state after it. */
export interface HistoryEntryView extends HistoryEntry {
  readonly revision: number;
  readonly plan: string;
  readonly state: Subscription;
}

/** Newest first. */
export async function listSubscriptionHistory(
  database: Database,
  workspaceId: string,
  subscriptionId: string,
): Promise<readonly HistoryEntryView[]> {
  const { rows } = await sql<{
    revision: number;
    recorded_at: Date;
    move: string;
    actor: string;
    reason: string | null;
    state: unknown;
    plan: string;
  }>`
    select history.revision, history.recorded_at, history.move, history.actor, history.reason, history.state,
      plan.slug as plan
    from subscription_history as history
    join plans as plan
      on plan.workspace_id = history.workspace_id and plan.plan_id = (history.state ->> 'planId')::uuid
    where history.workspace_id = ${workspaceId} and history.subscription_id = ${subscriptionId}
    order by history.revision desc`.execute(database);
  return rows.map(({ recorded_at, state, ...row }) => ({
    ...row,
    recordedAt: recorded_at,
    state: subscriptionFromState(state),
  }));
}
