import { sql } from 'kysely';
import type { Database } from '../database.ts';
import type { UsageQueueAddress } from './leases.ts';

/** So many connections are looked at with one statement. */
const connectionPage = 1_000;

export interface DueConnections {
  /** Connections with reports that are due and in no lease. */
  readonly due: readonly UsageQueueAddress[];
  /** The last connection that was looked at; null: there are no more. */
  readonly last: UsageQueueAddress | null;
}

/** Looks at a page of the connections of all workspaces, with one index scan each. */
export async function findDueConnections(
  database: Database,
  now: Date,
  after: UsageQueueAddress | null,
): Promise<DueConnections> {
  const { workspaceId, sourceName } = after ?? { workspaceId: lowestId, sourceName: '' };
  const { rows } = await sql<UsageQueueAddress & { readonly is_due: boolean }>`
    select connection.workspace_id as "workspaceId", connection.source_name as "sourceName", exists (
      select from usage_reports as report
      where report.workspace_id = shard.workspace_id and report.source_name = connection.source_name
        and report.status = 'Pending' and report.due_at <= ${now}
        and not exists (
          select from usage_leases as lease
          where lease.workspace_id = shard.workspace_id and lease.source_name = report.source_name
            and report.report_id = any (lease.report_ids)
        )
    ) as is_due
    from catalogues as shard
    join marketplace_connections as connection using (workspace_id)
    where (connection.workspace_id, connection.source_name) > (${workspaceId}::uuid, ${sourceName})
    order by connection.workspace_id, connection.source_name
    limit ${connectionPage}`.execute(database);
  return {
    due: rows.flatMap(({ is_due, ...address }) => (is_due ? [address] : [])),
    last: rows.length < connectionPage ? null : (rows.at(-1) ?? null),
  };
}

const lowestId = '00000000-0000-0000-0000-000000000000';
