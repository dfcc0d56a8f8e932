import { type Selectable, sql } from 'kysely';
import type { UsageState } from '../../core/usage/state.ts';
import type { Database } from '../database.ts';
import type { UsageReports } from '../tables.generated.ts';

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

export interface LeaseColumns {
  /** How often it has been taken; the lease it is in counts. */
  readonly attempts: number;
  readonly leased_until: Date | null;
}

/** Usage reports, each as it stands under its lease: `underLease` of the core. */
export const reportsUnderLease = sql<Selectable<UsageReports> & LeaseColumns>`(
  select usage_reports.*, usage_reports.claims + (lease.report_id is not null)::integer as attempts,
    lease.leased_until
  from usage_reports
  left join (
    select workspace_id, unnest(report_ids) as report_id, leased_until from usage_leases
  ) as lease
    on usage_reports.status = 'Pending' and lease.workspace_id = usage_reports.workspace_id
    and lease.report_id = usage_reports.report_id
)`;

/** The state of an undecided report under its lease. */
export const queueState = (now: Date) => sql<'held' | 'due' | 'claimed' | 'retrying'>`
  case
    when leased_until > ${now} then 'claimed'
    when due_at <= ${now} then 'due'
    when attempts = 0 then 'held'
    else 'retrying'
  end`;

/** The state of any report under its lease: `usageStateOf` of the core. */
export const reportState = (now: Date) => sql<UsageState>`
  case when status = 'Pending' then ${queueState(now)} else lower(left(status, 1)) || substr(status, 2) end`;

/** Reads undecided reports alone, by an index that has no others. */
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
    from ${reportsUnderLease} as report
    where status = 'Pending'
  ) as pending`;

export async function loadUsageQueue(database: Database, now: Date): Promise<UsageQueue> {
  const { rows } = await usageQueueQuery(now).execute(database);
  const [queue] = rows;
  if (!queue) throw new Error('Counting answered nothing');
  return queue;
}
