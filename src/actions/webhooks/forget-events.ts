import { lowestIdAt } from '../../core/identifiers.ts';
import { deleteEvents, findSpentEvents } from '../../storage/webhooks/old-events.ts';
import type { ActionContext } from '../context.ts';

/** For as long as events can be replayed. */
const eventsLive = 30 * 24 * 3_600_000;
const mostOfEachWorkspace = 1_000;

/** Deletes a piece of the events that can be neither replayed nor looked up in a log any more. Returns how many. */
export async function forgetEvents({
  database,
  now,
}: Pick<ActionContext, 'database' | 'now'>): Promise<number> {
  return database.transaction().execute(async (transaction) => {
    const outlived = lowestIdAt(new Date(now.getTime() - eventsLive));
    return deleteEvents(transaction, await findSpentEvents(transaction, outlived, mostOfEachWorkspace));
  });
}
