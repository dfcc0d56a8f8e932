import { endLanes, type TakenLane } from '../../storage/webhooks/leases.ts';
import type { ActionContext } from '../context.ts';

/** Ends the leases of lanes without a result, so that another node can send to their endpoints at once. */
export async function endDeliveryLeases(
  { database }: Pick<ActionContext, 'database'>,
  workspaceId: string,
  lanes: readonly TakenLane[],
): Promise<void> {
  await endLanes(database, workspaceId, lanes);
}
