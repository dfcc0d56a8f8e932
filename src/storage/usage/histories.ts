import { sql } from 'kysely';
import type { Subscription } from '../../core/subscriptions/subscription.ts';
import type { Database } from '../database.ts';
import { subscriptionFromState } from '../subscriptions/subscriptions.ts';

/** All states of each subscription, oldest first, by subscription id. */
export async function loadHistories(
  database: Database,
  workspaceId: string,
  subscriptionIds: readonly string[],
): Promise<ReadonlyMap<string, readonly Subscription[]>> {
  const { rows } = await sql<{ subscription_id: string; states: unknown[] }>`
    select subscription_id, array_agg(state order by revision) as states
    from subscription_history
    where workspace_id = ${workspaceId} and subscription_id = any (${[...subscriptionIds]}::uuid[])
    group by subscription_id`.execute(database);
  return new Map(
    rows.map(({ subscription_id, states }) => [subscription_id, states.map(subscriptionFromState)]),
  );
}
