import { foldUserName } from '../../core/user-name.ts';
import {
  invitationMailLifetime,
  invitationMailPeriod,
  queueInvitationMail,
} from '../../core/workspaces/invitation-mail.ts';
import { noAttempts } from '../../core/workspaces/mail-attempts.ts';
import type { WorkspaceMember } from '../../core/workspaces/member.ts';
import {
  countInvitationMails,
  deleteInvitationMailsBefore,
  lockInvitationMail,
  saveInvitationMail,
} from '../../storage/workspaces/invitation-mails.ts';
import type { ActionContext } from '../context.ts';

/** Queues the mail of an invitation in the transaction that writes it, under the lock of the workspace. */
export async function queueInvitation(
  { database, now, actor }: ActionContext,
  { workspaceId, memberId, email }: WorkspaceMember,
): Promise<void> {
  const address = foldUserName(email);
  const before = (milliseconds: number) => new Date(now.getTime() - milliseconds);
  await deleteInvitationMailsBefore(database, before(invitationMailLifetime), workspaceId);
  const earlier = (await lockInvitationMail(database, workspaceId, address)) ?? noAttempts;
  const count = await countInvitationMails(database, workspaceId, before(invitationMailPeriod));
  const mail = queueInvitationMail(address, earlier, count, now);
  const invitedBy = actor?.kind === 'Member' ? actor.id : null;
  await saveInvitationMail(database, { ...mail, workspaceId, address, memberId, invitedBy }, now);
}
