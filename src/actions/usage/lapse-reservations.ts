import { changeCounters } from '../../storage/usage/counters.ts';
import { findLapsed, type ReservedMeter, settleLapsed } from '../../storage/usage/reservations.ts';
import type { ActionContext } from '../context.ts';

const maxBatch = 1_000;

/** Settles reservations of any workspace whose time is over. Returns whether there are more. */
export async function settleLapsedReservations(context: ActionContext): Promise<boolean> {
  let settled = 0;
  for (const workspaceId of await findLapsed(context.database, context.now, maxBatch)) {
    settled += await lapseReservations(context, workspaceId, 'all');
  }
  return settled >= maxBatch;
}

/** Gives back what lapsed reservations hold, and returns how many there were. */
export async function lapseReservations(
  { database, now }: ActionContext,
  workspaceId: string,
  meters: readonly ReservedMeter[] | 'all',
): Promise<number> {
  return database.transaction().execute(async (transaction) => {
    const lapsed = await settleLapsed(transaction, workspaceId, meters, now, maxBatch);
    // A statement of its own: a counter may have been made since the first began.
    await changeCounters(transaction, workspaceId, {
      added: [],
      settled: lapsed.flatMap(({ quantity, counterIds }) =>
        counterIds.map((counterId) => ({ counterId, released: BigInt(quantity), used: 0n })),
      ),
    });
    return lapsed.length;
  });
}
