import { daysBefore } from '../../core/operations/retention.ts';
import { deleteDecidedBefore, deleteFurtherAttemptsBefore } from '../../storage/webhooks/old-deliveries.ts';
import type { ActionContext } from '../context.ts';

const maxBatch = 1_000;

/**
 * Deletes deliveries that ended long enough ago with the first attempts in them, up to 1,000 of each workspace, and
 * up to 1,000 further attempts that are as old. Returns how many rows.
 */
export const deleteOldAttempts =
  (retentionDays: number) =>
  async ({ database, now }: Pick<ActionContext, 'database' | 'now'>): Promise<number> => {
    const moment = daysBefore(now, retentionDays);
    const past = await deleteDecidedBefore(database, 'webhook_past_deliveries', moment, maxBatch);
    const latest = await deleteDecidedBefore(database, 'webhook_deliveries', moment, maxBatch);
    return past + latest + (await deleteFurtherAttemptsBefore(database, moment, maxBatch));
  };
