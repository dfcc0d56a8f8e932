import { forgetClientActivity as forgetOldActivity } from '../../actions/clients/forget-activity.ts';
import type { ActionContext } from '../../actions/context.ts';

export const activityForgettingPause = 60 * 60_000;

export function forgetClientActivity(context: () => ActionContext): () => Promise<boolean> {
  return async () => {
    await forgetOldActivity(context());
    return false;
  };
}
