import { type RawBuilder, sql } from 'kysely';
import type { NotificationState } from '../../core/marketplace/notifications/notification.ts';
import type { Total } from '../../core/values/total.ts';
import type { Database } from '../database.ts';
import { ListOrder, type SortedPage } from '../sql/list-order.ts';
import { loadScannedTotal } from '../sql/load-total.ts';
import { sameInWorkspace } from '../sql/same-in-workspace.ts';
import { isOrganisationOfTenant, isTenantOfSubscription } from '../subscriptions/customer-views.ts';
import type { StoredNotification } from './notifications.ts';

/** A notification for the portal. */
export interface NotificationRecord extends Omit<StoredNotification, 'confirmed' | 'followedAt'> {
  readonly state: NotificationState;
  /** How often it was received again. */
  readonly repeats: number;
  /** The next attempt; null in a final state. */
  readonly dueAt: Date | null;
  readonly decidedAt: Date | null;
  /** The reason of the state, or the failure of the last attempt. */
  readonly detail: string | null;
  /** The subscription here; null if there is none. */
  readonly subscriptionId: string | null;
  /** Of the subscription. */
  readonly tenantId: string | null;
  /** The name of the tenant's organisation. */
  readonly organisation: string | null;
}

export interface NotificationFilter {
  readonly state?: NotificationState | undefined;
  readonly action?: string | undefined;
  readonly requestedBy?: 'Marketplace' | 'Publisher' | undefined;
  readonly sourceName?: string | undefined;
  readonly marketplaceSubscriptionId?: string | undefined;
  readonly notificationId?: string | undefined;
  readonly operationId?: string | undefined;
}

/** No index bounds another order: a rare filter would read the notifications of 90 days. */
export const notificationOrder = new ListOrder({
  id: [
    {
      column: sql`notification.notification_id`,
      type: 'uuid',
      of: ({ notificationId }: NotificationRecord) => notificationId,
    },
  ],
  idKey: 'receivedAt',
  columns: {},
  standard: '-receivedAt',
});

/** Notifications and changes requested from here, newest first unless another order is asked for. */
export async function listNotifications(
  database: Database,
  workspaceId: string,
  filter: NotificationFilter,
  page: SortedPage<(typeof notificationOrder.sorts)[number]>,
): Promise<readonly NotificationRecord[]> {
  const notifications = database
    .selectFrom('marketplace_notifications as notification')
    .leftJoin('subscriptions as subscription', (join) =>
      join.on(sameInWorkspace('subscription', 'notification', 'marketplace_subscription_id')),
    )
    .leftJoin('tenants as tenant', (join) => join.on(isTenantOfSubscription))
    .leftJoin('organisations as organisation', (join) => join.on(isOrganisationOfTenant))
    .select(['notification.workspace_id as workspaceId', 'notification.source_name as sourceName'])
    .select(['notification.operation_id as operationId', 'notification.notification_id as notificationId'])
    .select(['notification.marketplace_subscription_id as marketplaceSubscriptionId', 'notification.action'])
    .select(['notification.requested_by as requestedBy', 'notification.body', 'notification.repeats'])
    .select(['notification.received_at as receivedAt', 'notification.attempts', 'notification.state'])
    .select(['notification.due_at as dueAt', 'notification.decided_at as decidedAt', 'notification.detail'])
    .select(['subscription.subscription_id as subscriptionId', 'subscription.tenant_id as tenantId'])
    .select('organisation.name as organisation')
    .$narrowType<Pick<NotificationRecord, 'requestedBy' | 'state'>>()
    .where(matches(workspaceId, filter));
  const rows = await notificationOrder.pageOf(notifications, page);
  return rows.map((row) => ({ ...row, dueAt: row.decidedAt ? null : row.dueAt }));
}

/** An index has the notifications of a subscription; of the others the newest are counted. */
export function loadNotificationTotal(
  database: Database,
  workspaceId: string,
  { marketplaceSubscriptionId, ...filter }: NotificationFilter,
): Promise<Total> {
  const found = sql`select * from marketplace_notifications as notification
    where ${matches(workspaceId, { marketplaceSubscriptionId })} order by notification.notification_id desc`;
  return loadScannedTotal(database, found, 'notification', matches(workspaceId, filter));
}

function matches(workspaceId: string, filter: NotificationFilter): RawBuilder<boolean> {
  const columns = {
    state: filter.state,
    action: filter.action,
    requested_by: filter.requestedBy,
    source_name: filter.sourceName,
    marketplace_subscription_id: filter.marketplaceSubscriptionId,
    notification_id: filter.notificationId,
    operation_id: filter.operationId,
  };
  const given = Object.entries(columns).filter(([, value]) => value !== undefined);
  const conditions = given.map(([name, value]) => sql`${sql.ref(`notification.${name}`)} = ${value}`);
  return sql.join([sql`notification.workspace_id = ${workspaceId}`, ...conditions], sql` and `);
}
