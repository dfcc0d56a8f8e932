import { lowestIdAt } from '../../core/identifiers.ts';
import { daysBefore } from '../../core/operations/retention.ts';
import { deleteEvents, findExpiredEvents } from '../../storage/webhooks/old-events.ts';
import { byWorkspace } from '../../storage/workspace-shard.ts';
import type { ActionContext } from '../context.ts';

const maxPerWorkspace = 1_000;

/** Deletes events that can be neither replayed nor found in a delivery log, up to 1,000 of each workspace. Returns how many. */
export const deleteOldEvents =
  (retentionDays: number) =>
  async ({ database, now }: Pick<ActionContext, 'database' | 'now'>): Promise<number> => {
    const outlived = lowestIdAt(daysBefore(now, retentionDays));
    const events = byWorkspace(await findExpiredEvents(database, outlived, maxPerWorkspace));
    let count = 0;
    for (const [workspaceId, keys] of events) {
      const eventIds = keys.map(({ eventId }) => eventId);
      count += await database
        .transaction()
        .execute((transaction) => deleteEvents(transaction, workspaceId, eventIds));
    }
    return count;
  };
