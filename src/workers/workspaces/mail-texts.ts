import { renewConfirmationLink } from '../../actions/workspaces/renew-confirmation-link.ts';
import { confirmationMail } from '../../core/workspaces/address-confirmation.ts';
import { invitationLink, invitationMail } from '../../core/workspaces/invitation-mail.ts';
import { memberStatus } from '../../core/workspaces/member.ts';
import { digestMail, maxNoticesPerKind } from '../../core/workspaces/support-digest.ts';
import { findWorkspaceMember } from '../../storage/workspaces/members.ts';
import { loadDigestGroups } from '../../storage/workspaces/support-digests.ts';
import { loadWorkspace } from '../../storage/workspaces/workspaces.ts';
import type { MailTexts } from './send-mails.ts';

export const workspaceMailTexts: Omit<MailTexts, 'ReservedSeat' | 'CustomersAtRisk' | 'UsageAlert'> = {
  async SupportDigest({ workspaceId, mailId }, { action: { database, now }, publicUrl }) {
    const { name, slug } = await loadWorkspace(database, workspaceId);
    const groups = await loadDigestGroups(database, workspaceId, mailId, maxNoticesPerKind);
    return digestMail(name, groups, `${publicUrl}/portal/${slug}`, now);
  },

  async AddressConfirmation({ workspaceId, key: address }, { action, confirmationUrl }) {
    const token = await renewConfirmationLink(action, workspaceId, address);
    if (token === undefined) return undefined;
    const { slug } = await loadWorkspace(action.database, workspaceId);
    return confirmationMail(slug, `${confirmationUrl}?token=${token}`);
  },

  async Invitation({ workspaceId, facts }, { action: { database, now }, publicUrl }) {
    const invitation = await findWorkspaceMember(database, workspaceId, facts.memberId);
    if (!invitation || memberStatus(invitation, now) !== 'Invited') return undefined;
    const { slug: workspaceSlug } = await loadWorkspace(database, workspaceId);
    const inviter =
      facts.invitedBy === null ? null : await findWorkspaceMember(database, workspaceId, facts.invitedBy);
    const link = invitationLink(publicUrl, workspaceSlug, invitation.email);
    return invitationMail({ invitation, workspaceSlug, invitedBy: inviter?.email ?? null, link });
  },
};
