import { daysBefore } from '../../core/operations/retention.ts';
import type { UsageKey } from '../../core/usage/report.ts';
import { deleteSettledReports, listReportsBefore } from '../../storage/usage/old-reports.ts';
import { walkWorkspaces } from '../operations/walk-workspaces.ts';

const maxPage = 1_000;

/** Deletes settled usage reports that were kept long enough. Returns how many. */
export const deleteOldReports = (retentionDays: number) =>
  walkWorkspaces<UsageKey>(async (database, workspaceId, after, now) => {
    const moment = daysBefore(now, retentionDays);
    const keys = await listReportsBefore(database, workspaceId, moment, after, maxPage);
    const deleted = keys.length === 0 ? 0 : await deleteSettledReports(database, workspaceId, keys);
    return { deleted, last: (keys.length === maxPage && keys.at(-1)) || null };
  });
