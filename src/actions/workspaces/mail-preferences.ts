import { type Refusal, refuseUnknown } from '../../core/refusal.ts';
import { getsAtRiskMail } from '../../core/workspaces/at-risk-mail.ts';
import { findMailedMember, updateMailChoice } from '../../storage/workspaces/at-risk-mails.ts';
import type { ActionContext } from '../context.ts';
import { recordAudit } from './record-audit.ts';

export interface MailPreferences {
  /** The weekly mail about customers at risk. */
  readonly customersAtRisk: boolean;
}

/** Changes which mails a member gets. */
export async function changeMailPreferences(
  context: ActionContext,
  workspaceId: string,
  memberId: string,
  { customersAtRisk }: MailPreferences,
): Promise<MailPreferences | Refusal> {
  return context.database.transaction().execute(async (database) => {
    const member = await findMailedMember(database, workspaceId, memberId, { isLocked: true });
    if (!member) return refuseUnknown('memberId', 'member');
    const before = { customersAtRisk: getsAtRiskMail(member) };
    // Stored also if it is the role's: a choice stays when the role changes.
    if (member.chosen !== customersAtRisk) {
      await updateMailChoice(database, workspaceId, memberId, customersAtRisk);
    }
    if (before.customersAtRisk !== customersAtRisk) {
      await recordAudit({ ...context, database }, workspaceId, {
        action: 'member.mails_changed',
        subject: { kind: 'Member', id: memberId },
        before,
        after: { customersAtRisk },
      });
    }
    return { customersAtRisk };
  });
}
