import { type RawBuilder, sql } from 'kysely';
import type { UsageStatus } from '../../core/usage/reports/report.ts';
import type { UsageState } from '../../core/usage/reports/state.ts';
import type { Total } from '../../core/values/total.ts';
import type { Database } from '../database.ts';
import { ListOrder, type SortedPage } from '../sql/list-order.ts';
import { loadScannedTotal } from '../sql/load-total.ts';
import { inScope, type ReportScope } from './leases.ts';
import { reportState, reportsUnderLease } from './queue.ts';
import { type StoredReport, storedFrom } from './reports.ts';

/** Ids of reports do not follow the hours: the place of a report is its key. */
export const reportOrder = new ListOrder({
  id: [
    { column: sql`hour`, type: 'timestamptz', of: ({ report }: StoredReport) => report.hour.toISOString() },
    { column: sql`subscription_id`, type: 'uuid', of: ({ report }) => report.subscriptionId },
    { column: sql`dimension`, type: 'text', of: ({ report }) => report.dimension },
  ],
  idKey: 'hour',
  columns: {},
  standard: '-hour',
});

export interface ReportFilter extends ReportScope {
  readonly status?: UsageStatus | undefined;
  /** The state; `failing` means undecided after a failed attempt, `notSkipped` every state but `skipped`. */
  readonly state?: UsageState | 'failing' | 'notSkipped' | undefined;
  readonly from?: Date | undefined;
  readonly until?: Date | undefined;
}

export interface ReportQuestion extends ReportFilter, SortedPage<(typeof reportOrder.sorts)[number]> {}

/** A page of the workspace's reports, newest hour first unless another order is asked for. */
export async function listReports(
  database: Database,
  workspaceId: string,
  question: ReportQuestion,
  now: Date,
): Promise<readonly StoredReport[]> {
  const reports = database
    .selectFrom(reportsUnderLease.as('report'))
    .selectAll()
    .where(inHours(workspaceId, question))
    .where(matches(workspaceId, question, now));
  const rows = await reportOrder.pageOf(reports, question);
  return rows.map(storedFrom);
}

/** No index finds reports by their state: the newest are counted. */
export function loadReportTotal(
  database: Database,
  workspaceId: string,
  filter: ReportFilter,
  now: Date,
): Promise<Total> {
  const newest = sql`
    select * from ${reportsUnderLease} as report where ${inHours(workspaceId, filter)} order by hour desc`;
  return loadScannedTotal(database, newest, 'report', matches(workspaceId, filter, now));
}

/** The conditions that the primary key answers. */
function inHours(workspaceId: string, { from, until }: ReportFilter): RawBuilder<boolean> {
  const conditions = [sql`workspace_id = ${workspaceId}`];
  if (from !== undefined) conditions.push(sql`hour >= ${from}`);
  if (until !== undefined) conditions.push(sql`hour < ${until}`);
  return sql<boolean>`${sql.join(conditions, sql` and `)}`;
}

function matches(
  workspaceId: string,
  { status, state, from: _, until: __, ...holder }: ReportFilter,
  now: Date,
): RawBuilder<boolean> {
  const conditions: RawBuilder<unknown>[] = [inScope(workspaceId, holder)];
  if (status !== undefined) conditions.push(sql`status = ${status}`);
  if (state === 'failing') conditions.push(sql`status = 'Pending' and reason_code is not null`);
  else if (state === 'notSkipped') conditions.push(sql`status <> 'Skipped'`);
  else if (state !== undefined) conditions.push(sql`${reportState(now)} = ${state}`);
  return sql<boolean>`${sql.join(conditions, sql` and `)}`;
}
