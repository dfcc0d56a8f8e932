import { saveAcceptsFewerSeats } from '../storage/workspaces.ts';
import type { ActionContext } from './context.ts';

/** Says whether customers may buy fewer seats on the marketplace than are assigned; by default that is refused. */
export async function setFewerSeatsAccepted(
  { database }: Pick<ActionContext, 'database'>,
  workspaceId: string,
  isAccepted: boolean,
): Promise<void> {
  await saveAcceptsFewerSeats(database, workspaceId, isAccepted);
}
