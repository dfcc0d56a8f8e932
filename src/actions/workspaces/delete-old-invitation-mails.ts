import { invitationMailLifetime } from '../../core/workspaces/invitation-mail.ts';
import { deleteMailsBefore } from '../../storage/workspaces/mails.ts';
import type { ActionContext } from '../context.ts';

/** Deletes the addresses of invitations that were mailed long ago. Returns how many. */
export function deleteOldInvitationMails({
  database,
  now,
}: Pick<ActionContext, 'database' | 'now'>): Promise<number> {
  return deleteMailsBefore(database, new Date(now.getTime() - invitationMailLifetime), {
    kind: 'Invitation',
  });
}
