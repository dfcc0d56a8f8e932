import { deleteDecidedBefore, deleteFurtherAttemptsBefore } from '../../storage/webhooks/old-deliveries.ts';
import type { ActionContext } from '../context.ts';

const retentionMilliseconds = 30 * 24 * 3_600_000;
const maxBatch = 1_000;

/**
 * Deletes deliveries that ended more than 30 days ago with the first attempts in them, up to 1,000 of each workspace, and
 * up to 1,000 further attempts that are as old. Returns how many rows.
 */
export async function deleteOldAttempts({
  database,
  now,
}: Pick<ActionContext, 'database' | 'now'>): Promise<number> {
  const moment = new Date(now.getTime() - retentionMilliseconds);
  const past = await deleteDecidedBefore(database, 'webhook_past_deliveries', moment, maxBatch);
  const latest = await deleteDecidedBefore(database, 'webhook_deliveries', moment, maxBatch);
  return past + latest + (await deleteFurtherAttemptsBefore(database, moment, maxBatch));
}
