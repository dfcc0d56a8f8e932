import type { ActionContext } from '../../actions/context.ts';
import { forgetSessions as forgetOutlivedSessions } from '../../actions/workspaces/forget-sessions.ts';

export const sessionForgettingPause = 10 * 60_000;

export function forgetSessions(context: () => ActionContext): () => Promise<boolean> {
  return async () => {
    await forgetOutlivedSessions(context());
    return false;
  };
}
