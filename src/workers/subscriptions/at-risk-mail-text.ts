import { riskMoments, risksOf } from '../../core/subscriptions/at-risk.ts';
import { atRiskMail, getsAtRiskMail, maxCustomersMailed } from '../../core/workspaces/at-risk-mail.ts';
import { loadSubscriptionFacts } from '../../storage/subscriptions/customer-facts.ts';
import { loadOrganisationNames } from '../../storage/subscriptions/customer-views.ts';
import { loadRiskCounts } from '../../storage/subscriptions/customers-at-risk.ts';
import { findMailedMember } from '../../storage/workspaces/at-risk-mails.ts';
import { loadWorkspace } from '../../storage/workspaces/workspaces.ts';
import type { MailTexts } from '../workspaces/send-mails.ts';

/** No text if the member has switched it off or left, or no customer is at risk any more. */
export const atRiskMailText: MailTexts['CustomersAtRisk'] = async (
  { workspaceId, facts: { memberId } },
  { action: { database, now }, publicUrl },
) => {
  const member = await findMailedMember(database, workspaceId, memberId, { isLocked: false });
  if (!member || !getsAtRiskMail(member)) return undefined;
  const { count, tenantIds } = await loadRiskCounts(
    database,
    workspaceId,
    riskMoments(now),
    maxCustomersMailed,
  );
  if (count === 0) return undefined;
  const { name, slug } = await loadWorkspace(database, workspaceId);
  const facts = await loadSubscriptionFacts(database, workspaceId, tenantIds, now);
  const names = await loadOrganisationNames(database, workspaceId, tenantIds);
  const customers = tenantIds.map((tenantId) => ({
    tenantId,
    name: names.get(tenantId) ?? null,
    risks: risksOf(facts.get(tenantId) ?? [], now),
  }));
  return atRiskMail(name, { count, customers }, `${publicUrl}/portal/${slug}`);
};
