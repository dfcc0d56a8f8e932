import type { MarketplaceKind } from '../../core/catalogue/marketplace-kind.ts';
import { kindsWhich, traitsOf } from '../../core/marketplace/connections/kinds.ts';
import { hasten } from '../../core/usage/reports/report.ts';
import { oldestAllowed } from '../../core/usage/reports/window.ts';
import { byWorkspace } from '../../storage/cluster/workspace-shard.ts';
import {
  closeHoursNow,
  type EndedHour,
  findEndedHours,
  findEndedReports,
} from '../../storage/usage/ended-usage.ts';
import { lockReports, updateReports } from '../../storage/usage/reports.ts';
import type { ActionContext } from '../context.ts';

const maxBatch = 500;
/** A subscription may have been ended some time after the marketplace did, and events may come late. */
const patience = 60 * 60_000;

/**
 * Some marketplaces accept the last usage of a subscription for a short time after its end. Its open hours are closed at once,
 * the present one included, and its reports are due, whatever the hold says. Returns how many there were.
 */
export async function hastenEndedUsage(context: ActionContext): Promise<number> {
  let count = 0;
  for (const kind of kindsWhich(({ usageAfterEnd }) => usageAfterEnd !== null)) {
    count += await hastenKind(context, kind);
  }
  return count;
}

async function hastenKind(context: ActionContext, kind: MarketplaceKind): Promise<number> {
  const { database, now } = context;
  const { usageAfterEnd } = traitsOf({ kind });
  const endedSince = new Date(now.getTime() - (usageAfterEnd ?? 0) - patience);
  const question = { kind, endedSince, oldestHour: oldestAllowed(now, { kind }), now };
  const hours = await findEndedHours(database, question, maxBatch);
  for (const [workspaceId, keys] of byWorkspace(hours)) {
    await database.transaction().execute((transaction) => closeHoursNow(transaction, workspaceId, keys, now));
  }
  const reports = await findEndedReports(database, question, maxBatch);
  for (const [workspaceId, keys] of byWorkspace(reports)) await hastenReports(context, workspaceId, keys);
  return hours.length + reports.length;
}

async function hastenReports(
  { database, now }: ActionContext,
  workspaceId: string,
  keys: readonly EndedHour[],
): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    const held = await lockReports(transaction, workspaceId, keys, now);
    const due = held.flatMap((stored) => {
      const report = hasten(stored.report, now);
      return report ? [{ ...stored, report }] : [];
    });
    await updateReports(transaction, workspaceId, due);
  });
}
