import type { ActionContext } from '../../actions/context.ts';
import { announceTrialEndings } from '../../actions/subscriptions/announce-trial-endings.ts';
import { endDueSubscriptions } from '../../actions/subscriptions/end-due-subscriptions.ts';

/** How late the sweep may be. Answers are right at the instant all the same; only history and events wait for it. */
export const sweepPause = 1_000;

export function sweepExpired(context: () => ActionContext): () => Promise<boolean> {
  return async () => {
    const ended = await endDueSubscriptions(context());
    const announced = await announceTrialEndings(context());
    return ended + announced > 0;
  };
}
