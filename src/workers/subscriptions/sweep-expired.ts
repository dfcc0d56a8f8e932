import type { ActionContext } from '../../actions/context.ts';
import { announceTrialEndings } from '../../actions/subscriptions/announce-trial-endings.ts';
import { endDueSubscriptions } from '../../actions/subscriptions/end-due-subscriptions.ts';

/** Writes the history and events of what time has ended. Answers do not wait for it: they are right at the instant. */
export async function sweepExpired(context: ActionContext): Promise<number> {
  return (await endDueSubscriptions(context)) + (await announceTrialEndings(context));
}
