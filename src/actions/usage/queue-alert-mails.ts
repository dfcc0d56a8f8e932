import { timeOrderedId } from '../../core/identifiers.ts';
import {
  type AlertedUse,
  alertMailFacts,
  alertMailKey,
  maxAlertRecipients,
} from '../../core/usage/alert-mail.ts';
import { queueMail } from '../../core/workspaces/mail-queue.ts';
import { isMailAddress } from '../../core/workspaces/settings.ts';
import { listAlertRecipients } from '../../storage/usage/alert-recipients.ts';
import { listMails, saveMails } from '../../storage/workspaces/mails.ts';
import type { ActionContext } from '../context.ts';

/**
 * Queues the mails to the administrators of customers whose use has reached a threshold, in the transaction that announces it;
 * none where the workspace does not allow it. Each threshold is mailed once in a period.
 */
export async function queueAlertMails(
  { database, now, randomBytes }: ActionContext,
  workspaceId: string,
  uses: readonly AlertedUse[],
): Promise<void> {
  const alerts = uses.flatMap((use) => {
    const facts = alertMailFacts(use);
    return facts ? [{ key: alertMailKey(use), facts }] : [];
  });
  if (alerts.length === 0) return;
  const ids = [...new Set(alerts.map(({ facts }) => facts.subscriptionId))];
  const recipients = await listAlertRecipients(database, workspaceId, ids, maxAlertRecipients);
  if (recipients.size === 0) return;
  const mailed = await listMails(
    database,
    workspaceId,
    'UsageAlert',
    alerts.map(({ key }) => key),
  );
  const mails = alerts.flatMap(({ key, facts }) => {
    const customer = recipients.get(facts.subscriptionId);
    const addresses = customer?.addresses.filter(isMailAddress) ?? [];
    if (!customer || addresses.length === 0 || mailed.some((mail) => mail.key === key)) return [];
    const mailId = timeOrderedId(now, randomBytes);
    const { tenantId } = customer;
    const mail = {
      workspaceId,
      mailId,
      kind: 'UsageAlert',
      key,
      tenantId,
      facts,
      recipients: addresses,
    } as const;
    return [queueMail(mail, now)];
  });
  await saveMails(database, mails);
}
