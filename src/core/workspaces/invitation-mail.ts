import { type LaidOutMail, layOutMail } from './mail-layout.ts';
import { invitationEnd, type WorkspaceMember } from './member.ts';
import { isMailAddress } from './settings.ts';

/** Per workspace and day. Stops a workspace from mailing strangers in bulk. */
export const maxInvitationMails = 50;
export const invitationMailPeriod = 24 * 60 * 60_000;
/** Rows of addresses that were not mailed for so long are deleted. */
export const invitationMailLifetime = 7 * 24 * 60 * 60_000;

/**
 * Whether an invitation is mailed. Some user names cannot be, such as those in another script. Without a mail the
 * invitation still has its link.
 */
export function isInvitationMailed(address: string, mailsOfWorkspace: number): boolean {
  return isMailAddress(address) && mailsOfWorkspace < maxInvitationMails;
}

/**
 * The page that accepts the invitation: sign-in with the invited account, then the workspace. It needs no secret,
 * because only that account can accept.
 */
export function invitationLink(publicUrl: string, workspaceSlug: string, email: string): string {
  const query = new URLSearchParams({ returnTo: `/portal/${workspaceSlug}/overview`, loginHint: email });
  return `${publicUrl}/api/admin/v1/sign-in?${query}`;
}

export interface InvitationMailFacts {
  readonly invitation: Pick<WorkspaceMember, 'email' | 'role' | 'invitedAt'>;
  readonly workspaceSlug: string;
  /** The user name of the member who invited; null: the operator or a program. */
  readonly invitedBy: string | null;
  readonly link: string;
}

/**
 * The invitation. The recipient may be a stranger to the partner, so it contains no text that a partner chose: the
 * operator chose the slug, and the identity provider verified the user name of the member who invited.
 */
export function invitationMail({
  invitation,
  workspaceSlug,
  invitedBy,
  link,
}: InvitationMailFacts): LaidOutMail {
  const { email, role } = invitation;
  const end = invitationEnd(invitation).toISOString();
  const inviter = invitedBy ?? 'An administrator';
  return layOutMail({
    subject: `Tessera: invitation to the workspace "${workspaceSlug}"`,
    title: `You are invited to the workspace "${workspaceSlug}"`,
    blocks: [
      {
        kind: 'text',
        text: `${inviter} invited you to the portal of Tessera, where a team manages its products, customers and marketplace sales.`,
      },
      {
        kind: 'facts',
        facts: [
          ['Invited by', inviter],
          ['Workspace', workspaceSlug],
          ['Your role', role],
          ['Sign in as', email],
          ['Expires', `${end.slice(0, 10)} ${end.slice(11, 16)} UTC`],
        ],
      },
      { kind: 'button', label: 'Sign in and join', url: link },
      {
        kind: 'note',
        text: `Use the work account ${email}: another account cannot accept the invitation.`,
      },
      {
        kind: 'note',
        text: 'If you do not expect this, do nothing: the invitation expires by itself.',
      },
    ],
  });
}
