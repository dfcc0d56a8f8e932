import { type RawBuilder, type Selectable, sql } from 'kysely';
import {
  defaultKind,
  type MarketplaceKind,
  marketplaceKinds,
} from '../../core/catalogue/marketplace-kind.ts';
import type { UsageState } from '../../core/usage/reports/state.ts';
import type { Database } from '../database.ts';
import type { UsageReports } from '../schema/tables.generated.ts';

/** Counts of undecided reports, over all workspaces. */
export interface UsageQueue {
  /** On hold: can be replaced. */
  readonly held: number;
  /** Due and not leased. */
  readonly due: number;
  /** Leased. */
  readonly claimed: number;
  /** Sent without a result; waits for the next attempt. */
  readonly retrying: number;
  /** The time since when the oldest due report is due; null: none is. */
  readonly oldestDueAt: Date | null;
  /** The oldest undecided hour of each kind of marketplace; null: there is none. */
  readonly oldestHours: Readonly<Record<MarketplaceKind, Date | null>>;
}

/** Times in JSON are text. */
type UsageQueueRow = Omit<UsageQueue, 'oldestHours'> & {
  readonly oldestHours: Readonly<Record<MarketplaceKind, string | null>>;
};

export interface WorkspaceQueue {
  readonly workspaceId: string;
  readonly pending: number;
}

/** `attempts` does not count the current lease. */
export type ReportRow = Selectable<UsageReports> & { readonly leased_until: Date | null };

/** Usage reports with their leases. */
export const reportsUnderLease = sql<ReportRow>`(
  select usage_reports.*, lease.leased_until
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
    when attempts = 0 and leased_until is null then 'held'
    else 'retrying'
  end`;

/** The state of any report under its lease: `usageStateOf` of the core. */
export const reportState = (now: Date) => sql<UsageState>`
  case when status = 'Pending' then ${queueState(now)} else lower(left(status, 1)) || substr(status, 2) end`;

function oldestOfKind(kind: MarketplaceKind): readonly RawBuilder<unknown>[] {
  const isOfKind = kind === defaultKind ? sql`kind is null` : sql`kind = ${sql.lit(kind)}`;
  return [sql.lit(kind), sql`min(hour) filter (where ${isOfKind})`];
}

/** Reads only undecided reports, by a partial index. */
export const usageQueueQuery = (now: Date) => sql<UsageQueueRow>`
  select
    count(*) filter (where state = 'held')::integer as held,
    count(*) filter (where state = 'due')::integer as due,
    count(*) filter (where state = 'claimed')::integer as claimed,
    count(*) filter (where state = 'retrying')::integer as retrying,
    min(due_at) filter (where state = 'due') as "oldestDueAt",
    json_build_object(${sql.join(marketplaceKinds.flatMap(oldestOfKind))}) as "oldestHours"
  from (
    select hour, kind, due_at, ${queueState(now)} as state
    from ${reportsUnderLease} as report
    where status = 'Pending'
  ) as pending`;

/** The workspaces with the most undecided reports. */
export async function loadWorkspaceQueues(
  database: Database,
  limit: number,
): Promise<readonly WorkspaceQueue[]> {
  const { rows } = await sql<WorkspaceQueue>`
    select workspace_id as "workspaceId", count(*)::integer as pending
    from usage_reports
    where status = 'Pending' and decided_at is null
    group by workspace_id
    order by pending desc, workspace_id
    limit ${limit}`.execute(database);
  return rows;
}

export async function loadUsageQueue(database: Database, now: Date): Promise<UsageQueue> {
  const { rows } = await usageQueueQuery(now).execute(database);
  const [queue] = rows;
  if (!queue) throw new Error('The count returned no row');
  const oldest = Object.entries(queue.oldestHours).map(([kind, hour]) => [kind, hour && new Date(hour)]);
  return { ...queue, oldestHours: Object.fromEntries(oldest) };
}
