import { Type } from 'typebox';
import { invitationLink } from '../../../core/workspaces/invitation-mail.ts';
import { type MailAttempts, mailState, mailStates } from '../../../core/workspaces/mail-queue.ts';
import {
  invitationEnd,
  memberStatus,
  memberStatuses,
  type WorkspaceMember,
} from '../../../core/workspaces/member.ts';
import { memberRoles } from '../../../core/workspaces/member-role.ts';
import { oneOf } from '../../schemas.ts';
import { described, instant, nullable, uuid } from '../schemas.ts';

export const Member = Type.Object(
  {
    memberId: uuid,
    email: Type.String({ description: 'The invited user name.' }),
    name: nullable.text,
    role: oneOf(memberRoles),
    status: oneOf(memberStatuses),
    tenantId: described(nullable.uuid, 'For an invitation: the only tenant that may accept it.'),
    objectId: nullable.uuid,
    invitedAt: described(instant, 'When the invitation was sent or last renewed.'),
    expiresAt: described(nullable.writtenInstant, 'When the invitation expires; null for a joined member.'),
    joinedAt: nullable.instant,
    invitation: nullable.object(
      {
        link: Type.String({
          description:
            'The page on which the invited account signs in and joins. It contains no secret: only that account can join.',
        }),
        mail: described(
          oneOf(mailStates),
          '`None`: no mail is sent, because no mail server is set, the user name is no e-mail address, or the ' +
            'workspace has sent 50 invitations within a day. Send the link yourself then, and if it is `Failed`.',
        ),
      },
      'Null for a joined member and an expired invitation.',
    ),
  },
  { $id: 'Member' },
);

export const memberExample = {
  memberId: '0198f6a2-6c1e-7d70-9a53-9e16a1b010b8',
  email: 'mara@partner.example',
  name: 'Mara Voss',
  role: 'Integration manager',
  status: 'Joined',
  tenantId: 'a0000000-0000-4000-8000-000000000001',
  objectId: 'd0000000-0000-4000-8000-000000000001',
  invitedAt: '2026-11-14T09:00:00.000Z',
  expiresAt: null,
  joinedAt: '2026-11-15T09:00:00.000Z',
  invitation: null,
};

/** What the view of an invitation needs beside the member. */
export interface InvitationSurroundings {
  readonly now: Date;
  readonly publicUrl: string;
  readonly workspaceSlug: string;
  /** Undefined: no mail is sent for it. */
  readonly mail: MailAttempts | undefined;
}

export function memberView(
  member: WorkspaceMember,
  { now, publicUrl, workspaceSlug, mail }: InvitationSurroundings,
) {
  const { memberId, email, name, role, tenantId, objectId, invitedAt, joinedAt } = member;
  const status = memberStatus(member, now);
  const expiresAt = joinedAt === null ? invitationEnd(member) : null;
  const invitation =
    status === 'Invited'
      ? { link: invitationLink(publicUrl, workspaceSlug, email), mail: mailState(mail) }
      : null;
  return {
    memberId,
    email,
    name,
    role,
    status,
    tenantId,
    objectId,
    invitedAt,
    expiresAt,
    joinedAt,
    invitation,
  };
}
