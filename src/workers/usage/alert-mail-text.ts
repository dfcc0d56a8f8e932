import { accountUrl } from '../../core/marketplace/purchases/account.ts';
import { alertMail } from '../../core/usage/alert-mail.ts';
import { findAccountConnectionId } from '../../storage/usage/alert-recipients.ts';
import { listMeters } from '../../storage/usage/meters.ts';
import { loadWorkspace, loadWorkspaceSettings } from '../../storage/workspaces/workspaces.ts';
import type { MailTexts } from '../workspaces/send-mails.ts';

/** No text if alerts are switched off, or the plan does not have the dimension any more. */
export const alertMailText: MailTexts['UsageAlert'] = async (
  { workspaceId, facts },
  { action: { database }, publicUrl },
) => {
  const { subscriptionId, dimension } = facts;
  const { mailsUsageAlerts } = await loadWorkspaceSettings(database, workspaceId);
  if (!mailsUsageAlerts) return undefined;
  const [meter] = await listMeters(database, workspaceId, {
    subscriptionIds: [subscriptionId],
    dimension,
    limit: 1,
  });
  if (!meter) return undefined;
  const { name: seller } = await loadWorkspace(database, workspaceId);
  const connectionId = await findAccountConnectionId(database, workspaceId, subscriptionId);
  const { productName, planName, name, unit } = meter;
  const link = connectionId ? accountUrl({ publicUrl }, connectionId, subscriptionId) : null;
  return alertMail(facts, { seller, productName, planName, name, unit, link });
};
