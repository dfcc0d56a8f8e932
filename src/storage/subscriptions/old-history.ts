import { sql } from 'kysely';
import type { Database } from '../database.ts';

/** The ids of a workspace's subscriptions after an id, in order. */
export async function listSubscriptionIds(
  database: Database,
  workspaceId: string,
  after: string | null,
  limit: number,
): Promise<readonly string[]> {
  let query = database.selectFrom('subscriptions').select('subscription_id');
  query = query.where('workspace_id', '=', workspaceId);
  if (after !== null) query = query.where('subscription_id', '>', after);
  const rows = await query.orderBy('subscription_id').limit(limit).execute();
  return rows.map((row) => row.subscription_id);
}

/**
 * Deletes states that another one replaced by the moment, up to a limit. States that begin or change a term are kept:
 * the periods of usage are counted from them. Returns how many were deleted.
 */
export async function deleteReplacedHistory(
  database: Database,
  workspaceId: string,
  subscriptionIds: readonly string[],
  moment: Date,
  limit: number,
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from subscription_history as history using (
      select entry.subscription_id, entry.revision from subscription_history as entry
      join (
        select subscription_id, revision, lead(recorded_at) over states as replaced_at,
          state ->> 'activatedAt' as activated_at, state ->> 'validUntil' as valid_until,
          lag(state ->> 'activatedAt') over states as previously_activated_at,
          lag(state ->> 'validUntil') over states as previously_valid_until
        from subscription_history
        where workspace_id = ${workspaceId} and subscription_id = any(${subscriptionIds}::uuid[])
        window states as (partition by subscription_id order by revision)
      ) as state using (subscription_id, revision)
      where entry.workspace_id = ${workspaceId} and entry.subscription_id = any(${subscriptionIds}::uuid[])
        and state.replaced_at <= ${moment}
        and (state.activated_at is null or (
          state.activated_at is not distinct from state.previously_activated_at
          and state.valid_until is not distinct from state.previously_valid_until
        ))
      order by entry.subscription_id, entry.revision
      limit ${limit}
      for update of entry skip locked
    ) as old
    where history.workspace_id = ${workspaceId} and history.subscription_id = old.subscription_id
      and history.revision = old.revision`.execute(database);
  return Number(numAffectedRows);
}
