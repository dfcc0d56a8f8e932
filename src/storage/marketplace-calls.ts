import { sql } from 'kysely';
import type { ReceivedCall } from '../core/received-call.ts';
import type { Database } from './database.ts';

export interface MarketplaceCallKey {
  readonly workspaceId: string;
  readonly sourceName: string;
  readonly operationId: string;
}

/** What became of a call that was applied, and of one that never will be. */
export type MarketplaceCallEnd = 'Applied' | 'Ignored' | 'Refused' | 'Failed';

export interface KeptCall extends MarketplaceCallKey {
  readonly marketplaceSubscriptionId: string;
  readonly action: string;
  readonly requestedBy: ReceivedCall['requestedBy'];
  /** As it came. */
  readonly body: unknown;
  readonly receivedAt: Date;
  readonly attempts: number;
}

/** Keeps a call; false when its operation is known: that it came again is counted. */
export async function insertMarketplaceCall(
  database: Database,
  call: Omit<KeptCall, 'attempts'>,
): Promise<boolean> {
  const { repeats } = await database
    .insertInto('marketplace_calls')
    .values({
      workspace_id: call.workspaceId,
      source_name: call.sourceName,
      operation_id: call.operationId,
      marketplace_subscription_id: call.marketplaceSubscriptionId,
      action: call.action,
      requested_by: call.requestedBy,
      body: JSON.stringify(call.body),
      received_at: call.receivedAt,
      due_at: call.receivedAt,
      state: 'Received',
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

/** Claims calls that are due; those that others hold are passed over. */
export async function claimDueCalls(
  database: Database,
  now: Date,
  claimedUntil: Date,
  most: number,
): Promise<readonly KeptCall[]> {
  const { rows } = await sql<KeptCall>`
    update marketplace_calls as call
    set attempts = call.attempts + 1, claimed_until = ${claimedUntil}
    from (
      select workspace_id, source_name, operation_id from marketplace_calls
      where state = 'Received' and due_at <= ${now} and (claimed_until is null or claimed_until <= ${now})
      order by due_at
      limit ${most}
      for update skip locked
    ) as due
    where call.workspace_id = due.workspace_id and call.source_name = due.source_name
      and call.operation_id = due.operation_id
    returning call.workspace_id as "workspaceId", call.source_name as "sourceName",
      call.operation_id as "operationId", call.marketplace_subscription_id as "marketplaceSubscriptionId",
      call.action, call.requested_by as "requestedBy", call.body, call.received_at as "receivedAt",
      call.attempts`.execute(database);
  return rows;
}

/** Ends a call, or puts it off; false when the claim has been taken over since. */
export async function updateClaimedCall(
  database: Database,
  { workspaceId, sourceName, operationId, attempts }: KeptCall,
  change:
    | { readonly state: MarketplaceCallEnd; readonly decidedAt: Date; readonly detail: string | null }
    | { readonly state: 'Received'; readonly dueAt: Date; readonly detail: string | null },
): Promise<boolean> {
  const result = await database
    .updateTable('marketplace_calls')
    .set({
      claimed_until: null,
      state: change.state,
      detail: change.detail?.slice(0, 1_000) ?? null,
      ...(change.state === 'Received' ? { due_at: change.dueAt } : { decided_at: change.decidedAt }),
    })
    .where('workspace_id', '=', workspaceId)
    .where('source_name', '=', sourceName)
    .where('operation_id', '=', operationId)
    .where('state', '=', 'Received')
    .where('attempts', '=', attempts)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

export interface MarketplaceCallQueue {
  readonly waiting: number;
  readonly oldestReceivedAt: Date | null;
}

export async function loadMarketplaceCallQueue(database: Database): Promise<MarketplaceCallQueue> {
  const { waiting, oldest } = await database
    .selectFrom('marketplace_calls')
    .select([sql<number>`count(*)::integer`.as('waiting'), sql<Date | null>`min(received_at)`.as('oldest')])
    .where('state', '=', 'Received')
    .executeTakeFirstOrThrow();
  return { waiting, oldestReceivedAt: oldest };
}
