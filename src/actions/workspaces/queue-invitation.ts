import { timeOrderedId } from '../../core/identifiers.ts';
import { foldUserName } from '../../core/values/user-name.ts';
import {
  invitationMailLifetime,
  invitationMailPeriod,
  isInvitationMailed,
} from '../../core/workspaces/invitation-mail.ts';
import { queueMail } from '../../core/workspaces/mail-queue.ts';
import type { WorkspaceMember } from '../../core/workspaces/member.ts';
import {
  countInvitationMails,
  deleteMailsBefore,
  lockMails,
  saveMails,
} from '../../storage/workspaces/mails.ts';
import type { ActionContext } from '../context.ts';

/** Queues the mail of an invitation in the transaction that writes it, under the lock of the workspace. */
export async function queueInvitation(
  { database, now, randomBytes, actor }: ActionContext,
  { workspaceId, memberId, email }: WorkspaceMember,
): Promise<void> {
  const kind = 'Invitation';
  const key = foldUserName(email);
  const before = (milliseconds: number) => new Date(now.getTime() - milliseconds);
  await deleteMailsBefore(database, before(invitationMailLifetime), { kind, workspaceId });
  const [earlier] = await lockMails(database, workspaceId, kind, [key]);
  const count = await countInvitationMails(database, workspaceId, before(invitationMailPeriod));
  const facts = { memberId, invitedBy: actor?.kind === 'Member' ? actor.id : null };
  const mailId = timeOrderedId(now, randomBytes);
  const mail = queueMail({ workspaceId, mailId, kind, key, facts, recipients: [email] }, now, earlier);
  await saveMails(database, [isInvitationMailed(key, count) ? mail : { ...mail, dueAt: null }]);
}
