import { forgetAnswers as forgetOutlivedAnswers } from '../../actions/clients/forget-answers.ts';
import type { ActionContext } from '../../actions/context.ts';

export const forgettingPause = 60_000;

export function forgetAnswers(context: () => ActionContext): () => Promise<boolean> {
  return async () => (await forgetOutlivedAnswers(context())) > 0;
}
