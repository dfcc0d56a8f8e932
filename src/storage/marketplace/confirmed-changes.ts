import type { MarketplaceSource } from '../../core/marketplace/connections/connection.ts';
import type { MarketplaceOperation } from '../../core/marketplace/fulfilment-service.ts';
import type { ExpectedChange } from '../../core/marketplace/notifications/action-effect.ts';
import type { ConfirmedChange } from '../../core/marketplace/notifications/lag.ts';
import type { ChangeFacts } from '../../core/marketplace/notifications/notification.ts';
import type { Database } from '../database.ts';
import { hasCurrentLease } from '../sql/lease-queue.ts';
import { countSeats } from '../subscriptions/seats.ts';
import { findSubscriptionByMarketplaceId } from '../subscriptions/subscriptions.ts';
import { loadAcceptsFewerSeats } from '../workspaces/workspaces.ts';
import { findMappedPlan } from './mapped-plans.ts';

interface LeasedNotificationKey extends MarketplaceSource {
  readonly operationId: string;
  readonly attempts: number;
}

/** In JSON dates are text. */
type StoredExpectation = Omit<ExpectedChange, 'termEndsAfter'> & { readonly termEndsAfter: string | null };

export interface ConfirmationColumns {
  readonly expected: unknown;
  readonly operationAt: Date | null;
  readonly confirmedAt: Date | null;
}

export function confirmedFrom({
  expected,
  operationAt,
  confirmedAt,
}: ConfirmationColumns): ConfirmedChange | null {
  if (!operationAt || !confirmedAt) return null;
  const { termEndsAfter, ...rest } = expected as StoredExpectation;
  const end = termEndsAfter === null ? null : new Date(termEndsAfter);
  return { expected: { ...rest, termEndsAfter: end }, operationAt, confirmedAt };
}

/** Longer than notifications are delayed, so that an old change does not count against a newer one. */
const memoryMilliseconds = 24 * 3_600_000;

/** Changes of a subscription that were confirmed in the last day. */
export async function loadConfirmedChanges(
  database: Database,
  { workspaceId, sourceName }: MarketplaceSource,
  marketplaceSubscriptionId: string,
  now: Date,
): Promise<readonly ConfirmedChange[]> {
  const rows = await database
    .selectFrom('marketplace_notifications')
    .select(['expected', 'operation_at as operationAt', 'confirmed_at as confirmedAt'])
    .where('workspace_id', '=', workspaceId)
    .where('source_name', '=', sourceName)
    .where('marketplace_subscription_id', '=', marketplaceSubscriptionId)
    .where('confirmed_at', '>', new Date(now.getTime() - memoryMilliseconds))
    .execute();
  return rows.flatMap((row) => confirmedFrom(row) ?? []);
}

/** Saves that the operation of a leased notification has succeeded, if the lease is still valid. */
export async function updateConfirmation(
  database: Database,
  { workspaceId, sourceName, operationId, attempts }: LeasedNotificationKey,
  { expected, operationAt, confirmedAt }: ConfirmedChange,
): Promise<void> {
  await database
    .updateTable('marketplace_notifications')
    .set({
      expected: JSON.stringify(expected),
      operation_at: operationAt,
      confirmed_at: confirmedAt,
    })
    .where('workspace_id', '=', workspaceId)
    .where('source_name', '=', sourceName)
    .where('operation_id', '=', operationId)
    .where('state', '=', 'Received')
    .where(hasCurrentLease(attempts))
    .execute();
}

/** Facts for the decision to accept or refuse a change. */
export async function loadChangeFacts(
  database: Database,
  { workspaceId, sourceName }: MarketplaceSource,
  { subscriptionId, offerId, planId }: MarketplaceOperation,
): Promise<ChangeFacts> {
  const local = await findSubscriptionByMarketplaceId(database, workspaceId, subscriptionId);
  const plan = await findMappedPlan(database, {
    workspaceId,
    sourceName,
    offerId: offerId ?? '',
    planId: planId ?? '',
  });
  return {
    isPlanMapped: plan !== undefined && (local === undefined || local.productId === plan.productId),
    seatsAssigned: local ? await countSeats(database, local) : 0,
    acceptsFewerSeats: await loadAcceptsFewerSeats(database, workspaceId),
  };
}
