import { usageChange } from '../../core/change.ts';
import { announceChanges } from '../../storage/changes.ts';
import type { Database } from '../../storage/database.ts';
import type { StoredReport } from '../../storage/usage/reports.ts';
import { byWorkspace } from '../../storage/workspace-shard.ts';

/** Invalidates what nodes have cached of the usage with these reports. Reports of records are not cached for long. */
export async function announceReportChanges(
  database: Database,
  reports: readonly StoredReport[],
): Promise<void> {
  const ofEvents = byWorkspace(reports.filter(({ origin }) => origin === 'Events'));
  await announceChanges(
    database,
    [...ofEvents].map(([workspaceId, own]) =>
      usageChange(
        workspaceId,
        own.map(({ report }) => report.subscriptionId),
      ),
    ),
  );
}
