import type { ActionContext } from '../../actions/context.ts';
import { leaseInvitation } from '../../actions/workspaces/lease-invitation.ts';
import { settleInvitation } from '../../actions/workspaces/settle-invitation.ts';
import { invitationLink, invitationMail } from '../../core/workspaces/invitation-mail.ts';
import type { MailSender } from '../../core/workspaces/mail.ts';
import { loadWorkspace } from '../../storage/workspaces/workspaces.ts';

export interface MailInvitationsOptions {
  readonly context: () => ActionContext;
  readonly mailSender: MailSender;
  /** The service's own URL; null: not known yet. */
  readonly publicUrl: () => string | null;
  readonly onFailure: (error: unknown) => void;
}

/** Sends one invitation; true if more may be due. */
export function mailInvitations(options: MailInvitationsOptions): () => Promise<boolean> {
  const { context, mailSender, publicUrl, onFailure } = options;
  return async () => {
    const url = publicUrl();
    if (url === null) return false;
    const leased = await leaseInvitation(context());
    if (!leased) return false;
    const { mail, mailId, invitation, inviter } = leased;
    const { workspaceId, email } = invitation;
    const { slug } = await loadWorkspace(context().database, workspaceId);
    const link = invitationLink(url, slug, email);
    const answer = await mailSender.send({
      id: mailId,
      to: [email],
      ...invitationMail({ invitation, workspaceSlug: slug, invitedBy: inviter, link }),
    });
    await settleInvitation(context(), mail, answer);
    if (answer.failure !== null) {
      onFailure(new Error(`An invitation of workspace ${workspaceId} was not mailed: ${answer.failure}`));
    }
    return true;
  };
}
