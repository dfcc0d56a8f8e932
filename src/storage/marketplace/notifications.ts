import { sql } from 'kysely';
import type { LeaseTerms } from '../../core/lease.ts';
import type { ConfirmedChange } from '../../core/marketplace/notifications/lag.ts';
import type {
  FinalNotificationState,
  ReceivedNotification,
} from '../../core/marketplace/notifications/notification.ts';
import { byWorkspace } from '../cluster/workspace-shard.ts';
import type { Database } from '../database.ts';
import { hasCurrentLease, mayTakeAgain, taken } from '../sql/lease-queue.ts';
import { unnestRows } from '../sql/unnest-rows.ts';
import { type ConfirmationColumns, confirmedFrom } from './confirmed-changes.ts';

interface NotificationKey {
  readonly workspaceId: string;
  readonly sourceName: string;
  readonly operationId: string;
}

export interface StoredNotification extends NotificationKey {
  /** Assigned here, time-ordered. */
  readonly notificationId: string;
  readonly marketplaceSubscriptionId: string;
  readonly action: string;
  readonly requestedBy: ReceivedNotification['requestedBy'];
  /** The raw body. */
  readonly body: unknown;
  readonly receivedAt: Date;
  readonly attempts: number;
  /** Null until its operation is known to have succeeded. */
  readonly confirmed: ConfirmedChange | null;
  /** When a read was applied although it did not show the change. */
  readonly followedAt: Date | null;
}

export type NewNotification = Omit<StoredNotification, 'attempts' | 'followedAt'>;

/** Inserts a notification. False: it was received before, and the repeat is counted. */
export async function insertNotification(
  database: Database,
  notification: NewNotification,
): Promise<boolean> {
  const { repeats } = await database
    .insertInto('marketplace_notifications')
    .values({
      workspace_id: notification.workspaceId,
      source_name: notification.sourceName,
      operation_id: notification.operationId,
      notification_id: notification.notificationId,
      marketplace_subscription_id: notification.marketplaceSubscriptionId,
      action: notification.action,
      requested_by: notification.requestedBy,
      body: JSON.stringify(notification.body),
      received_at: notification.receivedAt,
      due_at: notification.receivedAt,
      state: 'Received',
      ...(notification.confirmed && {
        expected: JSON.stringify(notification.confirmed.expected),
        operation_at: notification.confirmed.operationAt,
        confirmed_at: notification.confirmed.confirmedAt,
      }),
    })
    .onConflict((conflict) =>
      conflict
        .columns(['workspace_id', 'source_name', 'operation_id'])
        .doUpdateSet({ repeats: sql`marketplace_notifications.repeats + 1` }),
    )
    .returning('repeats')
    .executeTakeFirstOrThrow();
  return repeats === 0;
}

/** Leases due notifications, the longest due first, with those that this worker has leased before. Skips locked rows. */
export async function leaseDueNotifications(
  database: Database,
  holder: string,
  terms: LeaseTerms,
  maxCount: number,
): Promise<readonly StoredNotification[]> {
  const { rows: due } = await sql<NotificationKey>`
    select workspace_id as "workspaceId", source_name as "sourceName", operation_id as "operationId"
    from marketplace_notifications
    where state = 'Received' and ${mayTakeAgain(terms, 'marketplace_notifications', holder)}
    order by due_at
    limit ${maxCount}`.execute(database);
  const leased: StoredNotification[] = [];
  for (const [workspaceId, keys] of byWorkspace(due)) {
    leased.push(...(await leaseNotifications(database, workspaceId, keys, holder, terms)));
  }
  return leased;
}

async function leaseNotifications(
  database: Database,
  workspaceId: string,
  keys: readonly NotificationKey[],
  holder: string,
  terms: LeaseTerms,
): Promise<readonly StoredNotification[]> {
  const { rows } = await sql<LeasedRow>`
    update marketplace_notifications as notification
    set ${taken(terms)}, holder = ${holder}
    from (
      select source_name, operation_id from marketplace_notifications
      join ${unnestRows('due', keys, { source_name: 'text', operation_id: 'text' })} using (source_name, operation_id)
      where workspace_id = ${workspaceId} and state = 'Received'
        and ${mayTakeAgain(terms, 'marketplace_notifications', holder)}
      for update of marketplace_notifications skip locked
    ) as due
    where notification.workspace_id = ${workspaceId} and notification.source_name = due.source_name
      and notification.operation_id = due.operation_id
    returning notification.workspace_id as "workspaceId", notification.source_name as "sourceName",
      notification.operation_id as "operationId", notification.notification_id as "notificationId", notification.marketplace_subscription_id as "marketplaceSubscriptionId",
      notification.action, notification.requested_by as "requestedBy", notification.body, notification.received_at as "receivedAt",
      notification.attempts, notification.expected, notification.operation_at as "operationAt", notification.confirmed_at as "confirmedAt",
      notification.followed_at as "followedAt"`.execute(database);
  return rows.map(({ expected, operationAt, confirmedAt, ...notification }) => ({
    ...notification,
    confirmed: confirmedFrom({ expected, operationAt, confirmedAt }),
  }));
}

type LeasedRow = Omit<StoredNotification, 'confirmed'> & ConfirmationColumns;

/** Ends the lease with a final state or with the time of the next attempt. False: the lease is no longer valid. */
export async function updateLeasedNotification(
  database: Database,
  { workspaceId, sourceName, operationId, attempts }: StoredNotification,
  change:
    | { readonly state: FinalNotificationState; readonly decidedAt: Date; readonly detail: string | null }
    | {
        readonly state: 'Received';
        readonly dueAt: Date;
        readonly detail: string | null;
        readonly followedAt?: Date;
      },
): Promise<boolean> {
  const result = await database
    .updateTable('marketplace_notifications')
    .set({
      leased_until: null,
      state: change.state,
      detail: change.detail?.slice(0, 1_000) ?? null,
      ...(change.state === 'Received'
        ? { due_at: change.dueAt, ...(change.followedAt && { followed_at: change.followedAt }) }
        : { decided_at: change.decidedAt }),
    })
    .where('workspace_id', '=', workspaceId)
    .where('source_name', '=', sourceName)
    .where('operation_id', '=', operationId)
    .where('state', '=', 'Received')
    .where(hasCurrentLease(attempts))
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

export interface NotificationQueue {
  readonly waiting: number;
  readonly oldestReceivedAt: Date | null;
}

/** Excludes notifications that were applied and only wait for a second comparison. */
export async function loadNotificationQueue(database: Database): Promise<NotificationQueue> {
  const { waiting, oldest } = await database
    .selectFrom('marketplace_notifications')
    .select([sql<number>`count(*)::integer`.as('waiting'), sql<Date | null>`min(received_at)`.as('oldest')])
    .where('state', '=', 'Received')
    .where('followed_at', 'is', null)
    .executeTakeFirstOrThrow();
  return { waiting, oldestReceivedAt: oldest };
}
