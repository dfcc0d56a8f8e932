import { hoursBefore } from '../../core/operations/retention.ts';
import { deleteAnswersBefore } from '../../storage/clients/idempotent-answers.ts';
import type { ActionContext } from '../context.ts';

const maxBatch = 1_000;

/** Deletes up to 1,000 expired answers of idempotency keys. Returns how many. */
export const deleteOldAnswers =
  (retentionHours: number) =>
  ({ database, now }: Pick<ActionContext, 'database' | 'now'>): Promise<number> =>
    deleteAnswersBefore(database, hoursBefore(now, retentionHours), maxBatch);
