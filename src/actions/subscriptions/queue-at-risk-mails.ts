import { timeOrderedId } from '../../core/identifiers.ts';
import { riskMoments } from '../../core/subscriptions/at-risk.ts';
import { getsAtRiskMail, mailedWeek } from '../../core/workspaces/at-risk-mail.ts';
import { queueMail } from '../../core/workspaces/mail-queue.ts';
import { isMailAddress } from '../../core/workspaces/settings.ts';
import { loadRiskCounts } from '../../storage/subscriptions/customers-at-risk.ts';
import { findWorkspacesOfWeek, listMailedMembers, takeWeek } from '../../storage/workspaces/at-risk-mails.ts';
import { saveMails } from '../../storage/workspaces/mails.ts';
import type { ActionContext } from '../context.ts';

const workspacesPerPass = 100;

/**
 * Queues the weekly mail about customers at risk for each workspace whose week has not been considered. Nothing is queued
 * where no customer is at risk. The week is marked in the transaction that queues, so any number of nodes queue it once.
 * True if more workspaces may follow.
 */
export async function queueAtRiskMails({ database, now, randomBytes }: ActionContext): Promise<boolean> {
  const week = mailedWeek(now);
  const found = await findWorkspacesOfWeek(database, week, workspacesPerPass);
  for (const workspaceId of found) {
    await database.transaction().execute(async (transaction) => {
      if (!(await takeWeek(transaction, workspaceId, week))) return;
      const members = (await listMailedMembers(transaction, workspaceId)).filter(getsAtRiskMail);
      if (members.length === 0) return;
      const { count } = await loadRiskCounts(transaction, workspaceId, riskMoments(now), 0);
      if (count === 0) return;
      await saveMails(
        transaction,
        members
          .filter(({ email }) => isMailAddress(email))
          .map(({ memberId, email }) =>
            queueMail(
              {
                workspaceId,
                mailId: timeOrderedId(now, randomBytes),
                kind: 'CustomersAtRisk',
                key: `${memberId} ${week}`,
                facts: { memberId },
                recipients: [email],
              },
              now,
            ),
          ),
      );
    });
  }
  return found.length === workspacesPerPass;
}
