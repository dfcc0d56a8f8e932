import { sql } from 'kysely';
import type { UsageState } from '../../core/usage/state.ts';
import type { Database } from '../database.ts';

/** How the reports that are undecided stand, over all workspaces. */
export interface UsageQueue {
  /** Can still be replaced: the hold is not over. */
  readonly held: number;
  /** Waits for a sender. */
  readonly due: number;
  /** A sender has it. */
  readonly claimed: number;
  /** Was sent, brought no answer, and waits for the next try. */
  readonly retrying: number;
  /** Since when the one that has waited longest for a sender is due; null: none does. */
  readonly oldestDueAt: Date | null;
  /** The oldest hour that is undecided; null: there is none. */
  readonly oldestHour: Date | null;
}

/** Where a report that is undecided stands: in one word. */
export const queueState = (now: Date) => sql<'held' | 'due' | 'claimed' | 'retrying'>`
  case
    when claimed_until > ${now} then 'claimed'
    when due_at <= ${now} then 'due'
    when claims = 0 then 'held'
    else 'retrying'
  end`;

/** Where any report stands, as `core/usage/state.ts` says it. */
export const reportState = (now: Date) => sql<UsageState>`
  case when status = 'Pending' then ${queueState(now)} else lower(left(status, 1)) || substr(status, 2) end`;

/** Reads the undecided reports alone, by the index that holds nothing else, however many there are of the others. */
export const usageQueueQuery = (now: Date) => sql<UsageQueue>`
  select
    count(*) filter (where state = 'held')::integer as held,
    count(*) filter (where state = 'due')::integer as due,
    count(*) filter (where state = 'claimed')::integer as claimed,
    count(*) filter (where state = 'retrying')::integer as retrying,
    min(due_at) filter (where state = 'due') as "oldestDueAt",
    min(hour) as "oldestHour"
  from (
    select hour, due_at, ${queueState(now)} as state
    from usage_reports
    where status = 'Pending'
  ) as pending`;

export async function loadUsageQueue(database: Database, now: Date): Promise<UsageQueue> {
  const { rows } = await usageQueueQuery(now).execute(database);
  const [queue] = rows;
  if (!queue) throw new Error('Counting answered nothing');
  return queue;
}
