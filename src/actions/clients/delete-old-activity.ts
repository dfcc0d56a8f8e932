import { oldestCountedHour } from '../../core/clients/activity.ts';
import { deleteClientHoursBefore } from '../../storage/clients/activity.ts';
import type { ActionContext } from '../context.ts';

/** Deletes the counts of hours that are older than 90 days. Returns how many. */
export async function deleteOldActivity({
  database,
  now,
}: Pick<ActionContext, 'database' | 'now'>): Promise<number> {
  return deleteClientHoursBefore(database, oldestCountedHour(now));
}
