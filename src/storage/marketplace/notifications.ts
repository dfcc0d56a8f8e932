import { sql } from 'kysely';
import type { LeaseTerms } from '../../core/lease.ts';
import type { ConfirmedChange } from '../../core/marketplace/lag.ts';
import type {
  FinalNotificationState,
  NotificationState,
  ReceivedNotification,
} from '../../core/marketplace/received-notification.ts';
import type { Database } from '../database.ts';
import { isStandingLease, mayTake, taken } from '../lease-queue.ts';
import { type ConfirmationColumns, confirmedFrom } from './confirmed-changes.ts';

export interface NotificationKey {
  readonly workspaceId: string;
  readonly sourceName: string;
  readonly operationId: string;
}

export interface StoredNotification extends NotificationKey {
  /** Our own name for it, in the order of time. */
  readonly callId: string;
  readonly marketplaceSubscriptionId: string;
  readonly action: string;
  readonly requestedBy: ReceivedNotification['requestedBy'];
  /** As it came. */
  readonly body: unknown;
  readonly receivedAt: Date;
  readonly attempts: number;
  /** Null until its operation is known to have succeeded. */
  readonly confirmed: ConfirmedChange | null;
  /** When the subscription was followed although it did not show the change. */
  readonly followedAt: Date | null;
}

/** A call to keep: nobody has tried to apply it. */
export type NewNotification = Omit<StoredNotification, 'attempts' | 'followedAt'>;

/** Keeps a call; false when its operation is known: that it came again is counted. */
export async function insertNotification(database: Database, call: NewNotification): Promise<boolean> {
  const { repeats } = await database
    .insertInto('marketplace_calls')
    .values({
      workspace_id: call.workspaceId,
      source_name: call.sourceName,
      operation_id: call.operationId,
      call_id: call.callId,
      marketplace_subscription_id: call.marketplaceSubscriptionId,
      action: call.action,
      requested_by: call.requestedBy,
      body: JSON.stringify(call.body),
      received_at: call.receivedAt,
      due_at: call.receivedAt,
      state: 'Received',
      ...(call.confirmed && {
        expected: JSON.stringify(call.confirmed.expected),
        operation_at: call.confirmed.operationAt,
        confirmed_at: call.confirmed.confirmedAt,
      }),
    })
    .onConflict((conflict) =>
      conflict
        .columns(['workspace_id', 'source_name', 'operation_id'])
        .doUpdateSet({ repeats: sql`marketplace_calls.repeats + 1` }),
    )
    .returning('repeats')
    .executeTakeFirstOrThrow();
  return repeats === 0;
}

/** Leases notifications that are due; those that others have are skipped. */
export async function leaseDueNotifications(
  database: Database,
  terms: LeaseTerms,
  most: number,
): Promise<readonly StoredNotification[]> {
  const { rows } = await sql<LeasedRow>`
    update marketplace_calls as call
    set ${taken('marketplace_calls', terms)}
    from (
      select workspace_id, source_name, operation_id from marketplace_calls
      where state = 'Received' and ${mayTake(terms, 'marketplace_calls')}
      order by due_at
      limit ${most}
      for update skip locked
    ) as due
    where call.workspace_id = due.workspace_id and call.source_name = due.source_name
      and call.operation_id = due.operation_id
    returning call.workspace_id as "workspaceId", call.source_name as "sourceName",
      call.operation_id as "operationId", call.call_id as "callId", call.marketplace_subscription_id as "marketplaceSubscriptionId",
      call.action, call.requested_by as "requestedBy", call.body, call.received_at as "receivedAt",
      call.attempts, call.expected, call.operation_at as "operationAt", call.confirmed_at as "confirmedAt",
      call.followed_at as "followedAt"`.execute(database);
  return rows.map(({ expected, operationAt, confirmedAt, ...call }) => ({
    ...call,
    confirmed: confirmedFrom({ expected, operationAt, confirmedAt }),
  }));
}

type LeasedRow = Omit<StoredNotification, 'confirmed'> & ConfirmationColumns;

/** Ends the lease with a decision or until the next attempt; false when it no longer counts. */
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
    .updateTable('marketplace_calls')
    .set({
      claimed_until: null,
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
    .where(isStandingLease('marketplace_calls', attempts))
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

export interface NotificationQueue {
  readonly waiting: number;
  readonly oldestReceivedAt: Date | null;
}

/** A call that was followed and only waits for its second comparison has been applied. */
export async function loadNotificationQueue(database: Database): Promise<NotificationQueue> {
  const { waiting, oldest } = await database
    .selectFrom('marketplace_calls')
    .select([sql<number>`count(*)::integer`.as('waiting'), sql<Date | null>`min(received_at)`.as('oldest')])
    .where('state', '=', 'Received')
    .where('followed_at', 'is', null)
    .executeTakeFirstOrThrow();
  return { waiting, oldestReceivedAt: oldest };
}

/** A call as people look at it. */
export interface NotificationRecord extends Omit<StoredNotification, 'confirmed' | 'followedAt'> {
  readonly state: NotificationState;
  /** How often it came again. */
  readonly repeats: number;
  /** When it is tried next; null once it is decided. */
  readonly dueAt: Date | null;
  readonly decidedAt: Date | null;
  /** What became of it, or what the last try met. */
  readonly detail: string | null;
  /** Ours that it is about; null when there is none. */
  readonly subscriptionId: string | null;
}

export interface NotificationQuery {
  readonly state?: NotificationState | undefined;
  readonly action?: string | undefined;
  readonly requestedBy?: 'Marketplace' | 'Publisher' | undefined;
  readonly sourceName?: string | undefined;
  readonly marketplaceSubscriptionId?: string | undefined;
  readonly callId?: string | undefined;
  readonly operationId?: string | undefined;
  /** The last one of the page before. */
  readonly after?: string | undefined;
  readonly limit: number;
}

/** Calls, and what we asked of the marketplace ourselves, the newest first. */
export async function listNotifications(
  database: Database,
  workspaceId: string,
  { after, limit, ...question }: NotificationQuery,
): Promise<readonly NotificationRecord[]> {
  const columns = {
    state: question.state,
    action: question.action,
    requested_by: question.requestedBy,
    source_name: question.sourceName,
    marketplace_subscription_id: question.marketplaceSubscriptionId,
    call_id: question.callId,
    operation_id: question.operationId,
  };
  let query = database
    .selectFrom('marketplace_calls as call')
    .leftJoin('subscriptions as subscription', (join) =>
      join
        .onRef('subscription.workspace_id', '=', 'call.workspace_id')
        .onRef('subscription.marketplace_subscription_id', '=', 'call.marketplace_subscription_id'),
    )
    .selectAll('call')
    .select('subscription.subscription_id')
    .where('call.workspace_id', '=', workspaceId);
  for (const [name, value] of Object.entries(columns)) {
    if (value !== undefined) query = query.where(`call.${name as keyof typeof columns}`, '=', value);
  }
  if (after !== undefined) query = query.where('call.call_id', '<', after);
  const rows = await query.orderBy('call.call_id', 'desc').limit(limit).execute();
  return rows.map((row) => ({
    workspaceId,
    sourceName: row.source_name,
    operationId: row.operation_id,
    callId: row.call_id,
    marketplaceSubscriptionId: row.marketplace_subscription_id,
    action: row.action,
    requestedBy: row.requested_by as StoredNotification['requestedBy'],
    body: row.body,
    receivedAt: row.received_at,
    attempts: row.attempts,
    state: row.state as NotificationState,
    repeats: row.repeats,
    dueAt: row.decided_at ? null : row.due_at,
    decidedAt: row.decided_at,
    detail: row.detail,
    subscriptionId: row.subscription_id,
  }));
}

/** Deletes some calls that were decided before the moment. Returns how many. */
export async function deleteNotificationsDecidedBefore(
  database: Database,
  moment: Date,
  most: number,
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from marketplace_calls as call using (
      select workspace_id, source_name, operation_id from marketplace_calls
      where decided_at < ${moment}
      order by decided_at
      limit ${most}
      for update skip locked
    ) as old
    where call.workspace_id = old.workspace_id and call.source_name = old.source_name
      and call.operation_id = old.operation_id`.execute(database);
  return Number(numAffectedRows);
}
