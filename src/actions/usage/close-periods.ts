import { quantitySumToNumber } from '../../core/usage/events/quantity-sum.ts';
import { endOfFinalPeriods } from '../../core/usage/period.ts';
import { byWorkspace } from '../../storage/cluster/workspace-shard.ts';
import { closeFinalPeriods, findFinalPeriods } from '../../storage/usage/final-periods.ts';
import type { ActionContext } from '../context.ts';
import { announceUsage, usageOf } from './announce-usage.ts';

const maxBatch = 500;

/** Announces the use of periods that is final, once on any number of nodes. Returns how many were closed. */
export async function closePeriods(context: ActionContext): Promise<number> {
  const { database, now } = context;
  const endedBy = endOfFinalPeriods(now);
  let closed = 0;
  for (const [workspaceId, keys] of byWorkspace(await findFinalPeriods(database, endedBy, maxBatch))) {
    closed += await database.transaction().execute(async (transaction) => {
      const periods = await closeFinalPeriods(transaction, workspaceId, keys, endedBy, now);
      await announceUsage(
        { ...context, database: transaction },
        workspaceId,
        periods.map((period) => ({
          type: 'usage.period_closed',
          subscriptionId: period.subscriptionId,
          usage: { ...usageOf(period, period.used), reported: quantitySumToNumber(period.reported) },
        })),
      );
      return periods.length;
    });
  }
  return closed;
}
