import type { ActionContext } from '../../actions/context.ts';
import { announceTrialEndings, endDueSubscriptions } from '../../actions/subscriptions/due-subscriptions.ts';

/** Writes history and events of subscriptions that the clock has ended. Responses apply the clock themselves. */
export async function sweepExpired(context: ActionContext): Promise<number> {
  return (await endDueSubscriptions(context)) + (await announceTrialEndings(context));
}
