import { lowestIdAt } from '../../core/identifiers.ts';
import { deleteEvents, findExpiredEvents } from '../../storage/webhooks/old-events.ts';
import type { ActionContext } from '../context.ts';

/** For as long as events can be replayed. */
const retentionMilliseconds = 30 * 24 * 3_600_000;
const maxPerWorkspace = 1_000;

/** Deletes events that can be neither replayed nor found in a delivery log, up to 1,000 of each workspace. Returns how many. */
export async function deleteOldEvents({
  database,
  now,
}: Pick<ActionContext, 'database' | 'now'>): Promise<number> {
  return database.transaction().execute(async (transaction) => {
    const outlived = lowestIdAt(new Date(now.getTime() - retentionMilliseconds));
    return deleteEvents(transaction, await findExpiredEvents(transaction, outlived, maxPerWorkspace));
  });
}
