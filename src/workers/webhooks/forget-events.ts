import type { ActionContext } from '../../actions/context.ts';
import { forgetEvents as forgetOutlivedEvents } from '../../actions/webhooks/forget-events.ts';

export const eventForgettingPause = 10 * 60_000;

export function forgetEvents(context: () => ActionContext): () => Promise<boolean> {
  return async () => (await forgetOutlivedEvents(context())) > 0;
}
