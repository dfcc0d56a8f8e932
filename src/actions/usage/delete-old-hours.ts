import { daysBefore } from '../../core/operations/retention.ts';
import {
  deleteHoursOf,
  deletePeriodsWithoutHours,
  listPeriods,
  type StoredPeriodKey,
} from '../../storage/usage/old-hours.ts';
import { deleteInBatches } from '../operations/delete-in-batches.ts';
import { walkWorkspaces } from '../operations/walk-workspaces.ts';

const maxPage = 200;

/** Deletes closed periods that ended long enough ago, with the hourly totals in them. Returns how many rows. */
export const deleteOldHours = (retentionDays: number) =>
  walkWorkspaces<StoredPeriodKey>(async (database, workspaceId, after, now) => {
    const periods = await listPeriods(database, workspaceId, after, maxPage);
    const moment = daysBefore(now, retentionDays);
    const old = periods.filter(({ closedEnd }) => closedEnd !== null && closedEnd < moment);
    const last = (periods.length === maxPage && periods.at(-1)) || null;
    if (old.length === 0) return { deleted: 0, last };
    const hours = await deleteInBatches((most) => deleteHoursOf(database, workspaceId, old, moment, most));
    return { deleted: hours + (await deletePeriodsWithoutHours(database, workspaceId, old, moment)), last };
  });
