import { sql } from 'kysely';
import type { UsageState } from '../../core/usage/reports/state.ts';
import type { Database } from '../database.ts';
import { inScope, type ReportScope } from './leases.ts';
import { reportState, reportsUnderLease } from './queue.ts';

export interface HourRange {
  readonly from: Date;
  readonly until: Date;
}

export interface StateCount {
  readonly hour: Date;
  readonly state: UsageState;
  readonly count: number;
  readonly failing: number;
}

/** Reports per hour and status; failing are undecided reports whose last attempt failed. */
export async function loadReportCounts(
  database: Database,
  workspaceId: string,
  { from, until }: HourRange,
  holder: ReportScope,
  now: Date,
): Promise<readonly StateCount[]> {
  const { rows } = await sql<StateCount>`
    select hour, ${reportState(now)} as state,
      count(*)::integer as count,
      count(*) filter (where status = 'Pending' and reason_code is not null)::integer as failing
    from ${reportsUnderLease} as report
    where workspace_id = ${workspaceId} and hour >= ${from} and hour < ${until}
      and ${inScope(workspaceId, holder)}
    group by 1, 2
    order by 1, 2`.execute(database);
  return rows;
}

export interface UsageSummaryKey {
  readonly subscriptionId: string;
  readonly dimension: string;
}
