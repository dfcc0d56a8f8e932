import { timeOrderedIds } from '../../core/identifiers.ts';
import { kindsWhich } from '../../core/marketplace/connections/kinds.ts';
import { isRefusal } from '../../core/refusal.ts';
import { usageKeyText } from '../../core/usage/reports/batch.ts';
import { submit } from '../../core/usage/reports/report.ts';
import { expiringHours } from '../../core/usage/reports/window.ts';
import { zeroQuantity } from '../../core/values/quantity.ts';
import { byWorkspace } from '../../storage/cluster/workspace-shard.ts';
import { insertReports } from '../../storage/usage/reports.ts';
import {
  findUnsentZeros,
  findUnusedHours,
  sendsAnyZeros,
  updateZeros,
  type ZeroHour,
} from '../../storage/usage/zero-hours.ts';
import type { ActionContext } from '../context.ts';

const maxBatch = 500;

/**
 * Takes hours for which the marketplace is to be told 0, shortly before they expire: the first quantity of an hour counts, and
 * usage may come late. They are marked before they are sent, so that no usage is recorded for them any more; a node that dies
 * between leaves a zero unsent, which bills nothing.
 */
export async function takeZeros(context: ActionContext): Promise<readonly ZeroHour[]> {
  const { database, now, randomBytes } = context;
  const taken: ZeroHour[] = [];
  for (const kind of kindsWhich(({ metersAccounts }) => metersAccounts)) {
    if (!(await sendsAnyZeros(database, kind))) continue;
    const question = { kind, hours: expiringHours(now, { kind }) };
    const unused = await findUnusedHours(database, question, maxBatch);
    for (const [workspaceId, hours] of byWorkspace(unused)) {
      const ids = timeOrderedIds(hours.length, now, randomBytes);
      const reports = hours.flatMap((hour, index) => {
        const submission = {
          ...hour,
          kind,
          reportId: ids[index] ?? '',
          quantity: zeroQuantity,
          holdMinutes: 0,
        };
        const submitted = submit(null, submission, now);
        return isRefusal(submitted) ? [] : [{ ...hour, report: submitted.report }];
      });
      await insertReports(database, workspaceId, reports, 'Events');
    }
    const unsent = await findUnsentZeros(database, question, maxBatch);
    for (const [workspaceId, hours] of byWorkspace(unsent)) {
      const marked = await updateZeros(database, workspaceId, hours, true);
      const keys = new Set(marked.map(usageKeyText));
      taken.push(...hours.filter((hour) => keys.has(usageKeyText(hour))));
    }
  }
  return taken;
}

/** Gives back hours that could not be sent. */
export async function returnZeros({ database }: ActionContext, zeros: readonly ZeroHour[]): Promise<void> {
  for (const [workspaceId, hours] of byWorkspace(zeros))
    await updateZeros(database, workspaceId, hours, false);
}
