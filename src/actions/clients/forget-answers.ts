import { answersOutlivedAt } from '../../core/clients/idempotency-key.ts';
import { deleteAnswersBefore } from '../../storage/clients/idempotent-answers.ts';
import type { ActionContext } from '../context.ts';

const mostAtOnce = 1_000;

/** Deletes a piece of the answers that were kept for idempotency keys and have had their time. Returns how many. */
export async function forgetAnswers({
  database,
  now,
}: Pick<ActionContext, 'database' | 'now'>): Promise<number> {
  return deleteAnswersBefore(database, answersOutlivedAt(now), mostAtOnce);
}
