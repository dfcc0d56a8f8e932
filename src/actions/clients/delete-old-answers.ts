import { answerExpiryCutoff } from '../../core/clients/idempotency-key.ts';
import { deleteAnswersBefore } from '../../storage/clients/idempotent-answers.ts';
import type { ActionContext } from '../context.ts';

const maxBatch = 1_000;

/** Deletes up to 1,000 expired answers of idempotency keys. Returns how many. */
export async function deleteOldAnswers({
  database,
  now,
}: Pick<ActionContext, 'database' | 'now'>): Promise<number> {
  return deleteAnswersBefore(database, answerExpiryCutoff(now), maxBatch);
}
