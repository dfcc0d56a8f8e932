import { type Refusal, refuseInvalid } from '../core/refusal.ts';
import { longestHoldMinutes } from '../core/usage-window.ts';
import { announceChanges } from '../storage/changes.ts';
import { updateUsageHold } from '../storage/workspaces.ts';
import type { ActionContext } from './context.ts';

/** For how many minutes new reports are held before they are sent. Those that are there keep the moment they have. */
export async function setUsageHold(
  { database }: Pick<ActionContext, 'database'>,
  workspaceId: string,
  minutes: number,
): Promise<number | Refusal> {
  if (!Number.isInteger(minutes) || minutes < 0 || minutes > longestHoldMinutes) {
    const message = `must be a whole number from 0 to ${longestHoldMinutes}`;
    return refuseInvalid([{ path: 'usageHoldMinutes', rule: 'range', message }]);
  }
  await database.transaction().execute(async (transaction) => {
    await updateUsageHold(transaction, workspaceId, minutes);
    await announceChanges(transaction, [{ kind: 'settings', workspaceId }]);
  });
  return minutes;
}
