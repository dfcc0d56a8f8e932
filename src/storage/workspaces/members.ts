import { sql } from 'kysely';
import type { WorkspaceMember } from '../../core/workspaces/member.ts';
import type { MemberRole } from '../../core/workspaces/member-role.ts';
import type { Database } from '../database.ts';
import { violatesUnique } from '../schema/violated-constraint.ts';
import { ListOrder, type SortedPage } from '../sql/list-order.ts';
import { loadTotal } from '../sql/load-total.ts';
import { containsText } from '../sql/text-search.ts';

/** Without removed members, which stay in the table. */
const selectPresent = (database: Database) =>
  database
    .selectFrom('workspace_members')
    .select(['workspace_id as workspaceId', 'member_id as memberId', 'email', 'name', 'role'])
    .select(['tenant_id as tenantId', 'object_id as objectId', 'invited_at as invitedAt'])
    .select(['joined_at as joinedAt', 'revision'])
    .where('removed_at', 'is', null)
    .$narrowType<{ role: MemberRole }>();

export async function insertMember(
  database: Database,
  member: Pick<WorkspaceMember, 'workspaceId' | 'memberId' | 'email' | 'role' | 'tenantId' | 'invitedAt'>,
): Promise<void> {
  await database
    .insertInto('workspace_members')
    .values({
      workspace_id: member.workspaceId,
      member_id: member.memberId,
      email: member.email,
      role: member.role,
      tenant_id: member.tenantId,
      invited_at: member.invitedAt,
    })
    .execute();
}

/** Whether an insert failed because the workspace has a member with this e-mail address. */
export function isMemberEmailTaken(error: unknown): boolean {
  return violatesUnique(error, 'workspace_members_by_email');
}

export const memberOrder = new ListOrder({
  id: [{ column: sql`member_id`, type: 'uuid', of: ({ memberId }: WorkspaceMember) => memberId }],
  idKey: 'invitedAt',
  columns: {
    name: { column: sql`coalesce(name, email)`, type: 'text', of: ({ name, email }) => name ?? email },
    role: { column: sql`role`, type: 'text', of: ({ role }) => role },
    joinedAt: {
      column: sql`coalesce(joined_at, 'infinity')`,
      type: 'timestamptz',
      of: ({ joinedAt }) => joinedAt?.toISOString() ?? 'infinity',
    },
  },
  standard: '-invitedAt',
});

export interface MemberFilter {
  /** Part of a name or user name. */
  readonly search?: string | undefined;
}

const matches = ({ search }: MemberFilter) => containsText(search, sql`name`, sql`email`);

/** A page of the workspace's members, newest invitation first unless another order is asked for. */
export async function listMembers(
  database: Database,
  workspaceId: string,
  { search, ...page }: SortedPage<(typeof memberOrder.sorts)[number]> & MemberFilter,
): Promise<readonly WorkspaceMember[]> {
  const members = selectPresent(database).where('workspace_id', '=', workspaceId).where(matches({ search }));
  return memberOrder.pageOf(members, page);
}

export const loadMemberTotal = (database: Database, workspaceId: string, filter: MemberFilter = {}) =>
  loadTotal(
    database,
    sql`select from workspace_members
      where workspace_id = ${workspaceId} and removed_at is null and ${matches(filter)}`,
  );

export async function findWorkspaceMember(
  database: Database,
  workspaceId: string,
  memberId: string,
): Promise<WorkspaceMember | undefined> {
  return selectPresent(database)
    .where('workspace_id', '=', workspaceId)
    .where('member_id', '=', memberId)
    .executeTakeFirst();
}

export async function findWorkspaceMemberByEmail(
  database: Database,
  workspaceId: string,
  email: string,
): Promise<WorkspaceMember | undefined> {
  return selectPresent(database)
    .where('workspace_id', '=', workspaceId)
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .executeTakeFirst();
}

/** Lock the workspace's row first, so that no concurrent transaction changes roles. */
export async function loadMembersWithRole(
  database: Database,
  workspaceId: string,
  role: MemberRole,
): Promise<readonly WorkspaceMember[]> {
  return selectPresent(database).where('workspace_id', '=', workspaceId).where('role', '=', role).execute();
}

/** All memberships of a person, in any workspace, oldest first. */
export async function loadMembershipsOf(
  database: Database,
  { tenantId, objectId }: { readonly tenantId: string; readonly objectId: string },
): Promise<readonly WorkspaceMember[]> {
  return selectPresent(database)
    .where('tenant_id', '=', tenantId)
    .where('object_id', '=', objectId)
    .orderBy('joined_at')
    .orderBy('member_id')
    .execute();
}

/** All memberships of the member's person, in any workspace. */
export async function loadMembershipsWith(
  database: Database,
  member: WorkspaceMember,
): Promise<readonly WorkspaceMember[]> {
  const { tenantId, objectId } = member;
  if (tenantId === null || objectId === null) return [member];
  return loadMembershipsOf(database, { tenantId, objectId });
}

/** Locks the open invitations of the user name, in any workspace, until the transaction ends. */
export async function lockInvitations(
  database: Database,
  username: string,
): Promise<readonly WorkspaceMember[]> {
  return selectPresent(database)
    .where('joined_at', 'is', null)
    .where(sql`lower(email)`, '=', username.toLowerCase())
    .orderBy('member_id')
    .forUpdate()
    .execute();
}

type Joining = Pick<
  WorkspaceMember,
  'workspaceId' | 'memberId' | 'name' | 'tenantId' | 'objectId' | 'joinedAt'
>;

export async function updateMemberJoined(database: Database, member: Joining): Promise<void> {
  await database
    .updateTable('workspace_members')
    .set((row) => ({
      name: member.name,
      tenant_id: member.tenantId,
      object_id: member.objectId,
      joined_at: member.joinedAt,
      revision: row('revision', '+', 1),
    }))
    .where('workspace_id', '=', member.workspaceId)
    .where('member_id', '=', member.memberId)
    .execute();
}

export async function updateInvitation(
  database: Database,
  { workspaceId, memberId, tenantId, invitedAt }: WorkspaceMember,
): Promise<void> {
  await database
    .updateTable('workspace_members')
    .set((row) => ({ tenant_id: tenantId, invited_at: invitedAt, revision: row('revision', '+', 1) }))
    .where('workspace_id', '=', workspaceId)
    .where('member_id', '=', memberId)
    .execute();
}

export async function updateMemberRole(
  database: Database,
  { workspaceId, memberId }: Pick<WorkspaceMember, 'workspaceId' | 'memberId'>,
  role: MemberRole,
): Promise<void> {
  await database
    .updateTable('workspace_members')
    .set((row) => ({ role, revision: row('revision', '+', 1) }))
    .where('workspace_id', '=', workspaceId)
    .where('member_id', '=', memberId)
    .execute();
}

export async function updateMemberRemoved(
  database: Database,
  { workspaceId, memberId }: Pick<WorkspaceMember, 'workspaceId' | 'memberId'>,
  removedAt: Date,
): Promise<void> {
  await database
    .updateTable('workspace_members')
    .set({ removed_at: removedAt })
    .where('workspace_id', '=', workspaceId)
    .where('member_id', '=', memberId)
    .execute();
}
