import { deleteAttemptsBefore } from '../../storage/webhooks/attempts.ts';
import type { ActionContext } from '../context.ts';

const retentionMilliseconds = 30 * 24 * 3_600_000;
const mostAtOnce = 1_000;

/** Deletes up to 1,000 attempts that are older than 30 days, and the deliveries that ended with them. Returns how many. */
export async function deleteOldAttempts({
  database,
  now,
}: Pick<ActionContext, 'database' | 'now'>): Promise<number> {
  return deleteAttemptsBefore(database, new Date(now.getTime() - retentionMilliseconds), mostAtOnce);
}
