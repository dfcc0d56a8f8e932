import type { ActionContext } from '../actions/context.ts';
import { forgetClientActivity as forgetOldActivity } from '../actions/forget-client-activity.ts';

export const activityForgettingPause = 60 * 60_000;

export function forgetClientActivity(context: () => ActionContext): () => Promise<boolean> {
  return async () => {
    await forgetOldActivity(context());
    return false;
  };
}
