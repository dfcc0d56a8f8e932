import type { ActionContext } from '../../actions/context.ts';
import { forgetCalls as forgetOutlivedCalls } from '../../actions/marketplace/forget-calls.ts';

export const callForgettingPause = 10 * 60_000;

export function forgetCalls(context: () => ActionContext): () => Promise<boolean> {
  return async () => (await forgetOutlivedCalls(context())) > 0;
}
