import { type Selectable, sql } from 'kysely';
import type { InvitationMail } from '../../core/workspaces/invitation-mail.ts';
import type { WorkspaceMember } from '../../core/workspaces/member.ts';
import type { Database } from '../database.ts';
import type { InvitationMails } from '../tables.generated.ts';
import { memberFrom } from './members.ts';

export interface StoredInvitationMail extends InvitationMail {
  readonly workspaceId: string;
  /** In lower case. */
  readonly address: string;
  readonly memberId: string;
  /** The member who invited; null: a command or a program. */
  readonly invitedBy: string | null;
}

/** Locks the latest mail to the address. */
export async function lockInvitationMail(
  database: Database,
  workspaceId: string,
  address: string,
): Promise<StoredInvitationMail | undefined> {
  const row = await database
    .selectFrom('invitation_mails')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('address', '=', address)
    .forUpdate()
    .executeTakeFirst();
  return row && storedFrom(row);
}

/** The number of mails of the workspace that were tried since the moment or are still due. */
export async function countInvitationMails(
  database: Database,
  workspaceId: string,
  since: Date,
): Promise<number> {
  const { count } = await database
    .selectFrom('invitation_mails')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where('workspace_id', '=', workspaceId)
    .where((row) => row.or([row('tried_at', '>=', since), row('due_at', 'is not', null)]))
    .executeTakeFirstOrThrow();
  return count;
}

export async function saveInvitationMail(
  database: Database,
  mail: StoredInvitationMail,
  now: Date,
): Promise<void> {
  const { workspaceId, address, memberId, invitedBy, dueAt, attempts, attemptedAt, sentAt } = mail;
  const state = {
    member_id: memberId,
    invited_by: invitedBy,
    queued_at: now,
    due_at: dueAt,
    tries: attempts,
    tried_at: attemptedAt,
    sent_at: sentAt,
  };
  await database
    .insertInto('invitation_mails')
    .values({ workspace_id: workspaceId, address, ...state })
    .onConflict((conflict) => conflict.columns(['workspace_id', 'address']).doUpdateSet(state))
    .execute();
}

export async function deleteInvitationMailsBefore(
  database: Database,
  moment: Date,
  workspaceId: string,
): Promise<void> {
  await database
    .deleteFrom('invitation_mails')
    .where('workspace_id', '=', workspaceId)
    .where('queued_at', '<', moment)
    .where((row) => row.or([row('tried_at', 'is', null), row('tried_at', '<', moment)]))
    .execute();
}

/** An invitation to mail, with the user name of the member who invited. */
export interface DueInvitation {
  readonly mail: StoredInvitationMail;
  readonly invitation: WorkspaceMember;
  readonly inviter: string | null;
}

/**
 * Locks the mail that has been due the longest, and skips locked rows. Only of an invitation that is still open, since
 * `invitedAfter` or later.
 */
export async function lockDueInvitation(
  database: Database,
  now: Date,
  invitedAfter: Date,
): Promise<DueInvitation | undefined> {
  const row = await database
    .selectFrom('invitation_mails as mail')
    .innerJoin('workspace_members as invited', (join) =>
      join
        .onRef('invited.workspace_id', '=', 'mail.workspace_id')
        .onRef('invited.member_id', '=', 'mail.member_id'),
    )
    .selectAll('mail')
    .where('mail.due_at', '<=', now)
    .where('invited.removed_at', 'is', null)
    .where('invited.joined_at', 'is', null)
    .where('invited.invited_at', '>', invitedAfter)
    .orderBy('mail.due_at')
    .limit(1)
    .forUpdate('mail')
    .skipLocked()
    .executeTakeFirst();
  if (!row) return undefined;
  const mail = storedFrom(row);
  const people = await database
    .selectFrom('workspace_members')
    .selectAll()
    .where('workspace_id', '=', mail.workspaceId)
    .where('member_id', 'in', [mail.memberId, ...(mail.invitedBy === null ? [] : [mail.invitedBy])])
    .execute();
  const find = (id: string | null) => people.find(({ member_id }) => member_id === id);
  const invited = find(mail.memberId);
  return invited && { mail, invitation: memberFrom(invited), inviter: find(mail.invitedBy)?.email ?? null };
}

/** Saves an attempt. A later invitation of the address is not changed. */
export async function updateInvitationMail(
  database: Database,
  { workspaceId, address, memberId, dueAt, attempts, attemptedAt, sentAt }: StoredInvitationMail,
  before: Pick<StoredInvitationMail, 'attempts'>,
): Promise<void> {
  await database
    .updateTable('invitation_mails')
    .set({ due_at: dueAt, tries: attempts, tried_at: attemptedAt, sent_at: sentAt })
    .where('workspace_id', '=', workspaceId)
    .where('address', '=', address)
    .where('member_id', '=', memberId)
    .where('tries', '=', before.attempts)
    .execute();
}

/** The mails of the invitations, by the id of the member. */
export async function loadInvitationMails(
  database: Database,
  workspaceId: string,
  memberIds: readonly string[],
): Promise<ReadonlyMap<string, StoredInvitationMail>> {
  if (memberIds.length === 0) return new Map();
  const rows = await database
    .selectFrom('invitation_mails')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('member_id', 'in', memberIds)
    .execute();
  return new Map(rows.map((row) => [row.member_id, storedFrom(row)]));
}

function storedFrom(row: Selectable<InvitationMails>): StoredInvitationMail {
  return {
    workspaceId: row.workspace_id,
    address: row.address,
    memberId: row.member_id,
    invitedBy: row.invited_by,
    dueAt: row.due_at,
    attempts: row.tries,
    attemptedAt: row.tried_at,
    sentAt: row.sent_at,
  };
}
