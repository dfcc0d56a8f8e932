import { sql } from 'kysely';
import type { MemberRole } from '../../core/workspaces/member-role.ts';
import type { Database } from '../database.ts';

/** Some workspaces, not suspended, whose mail of the week has not been considered yet. */
export async function findWorkspacesOfWeek(
  database: Database,
  week: string,
  limit: number,
): Promise<readonly string[]> {
  const { rows } = await sql<{ workspace_id: string }>`
    select workspace_id from workspaces
    where suspended_at is null and (at_risk_week is null or at_risk_week < ${week}::date)
    limit ${limit}`.execute(database);
  return rows.map(({ workspace_id }) => workspace_id);
}

/** Marks the week as considered; false: another node has done so, or is doing so. */
export async function takeWeek(database: Database, workspaceId: string, week: string): Promise<boolean> {
  const locked = await sql`
    select from workspaces
    where workspace_id = ${workspaceId} and (at_risk_week is null or at_risk_week < ${week}::date)
    for no key update skip locked`.execute(database);
  if (locked.rows.length === 0) return false;
  await sql`update workspaces set at_risk_week = ${week}::date where workspace_id = ${workspaceId}`.execute(
    database,
  );
  return true;
}

/** A member who has joined, with the choice about the mail; null: none. */
export interface MailedMember {
  readonly memberId: string;
  readonly email: string;
  readonly role: MemberRole;
  readonly chosen: boolean | null;
}

const selectJoined = (database: Database, workspaceId: string) =>
  database
    .selectFrom('workspace_members')
    .select(['member_id', 'email', 'role', 'mails_at_risk'])
    .where('workspace_id', '=', workspaceId)
    .where('removed_at', 'is', null)
    .where('joined_at', 'is not', null);

export async function listMailedMembers(
  database: Database,
  workspaceId: string,
): Promise<readonly MailedMember[]> {
  const rows = await selectJoined(database, workspaceId).orderBy('member_id').execute();
  return rows.map(mailedMemberFrom);
}

/** What members of any workspaces have chosen, by member id; those who have not are absent. */
export async function listMailChoices(
  database: Database,
  members: readonly { readonly workspaceId: string; readonly memberId: string }[],
): Promise<ReadonlyMap<string, boolean>> {
  const idsOf = (ids: readonly string[]) => sql<string>`any(${ids}::uuid[])`;
  const rows = await database
    .selectFrom('workspace_members')
    .select(['member_id', 'mails_at_risk'])
    .where('workspace_id', '=', idsOf(members.map(({ workspaceId }) => workspaceId)))
    .where('member_id', '=', idsOf(members.map(({ memberId }) => memberId)))
    .where('mails_at_risk', 'is not', null)
    .execute();
  return new Map(rows.map((row) => [row.member_id, row.mails_at_risk === true]));
}

/** Locked until the transaction ends, if asked for. */
export async function findMailedMember(
  database: Database,
  workspaceId: string,
  memberId: string,
  { isLocked }: { readonly isLocked: boolean },
): Promise<MailedMember | undefined> {
  const query = selectJoined(database, workspaceId).where('member_id', '=', memberId);
  const row = await (isLocked ? query.forUpdate() : query).executeTakeFirst();
  return row && mailedMemberFrom(row);
}

export async function updateMailChoice(
  database: Database,
  workspaceId: string,
  memberId: string,
  chosen: boolean,
): Promise<void> {
  await database
    .updateTable('workspace_members')
    .set({ mails_at_risk: chosen })
    .where('workspace_id', '=', workspaceId)
    .where('member_id', '=', memberId)
    .execute();
}

function mailedMemberFrom(row: {
  member_id: string;
  email: string;
  role: string;
  mails_at_risk: boolean | null;
}): MailedMember {
  return {
    memberId: row.member_id,
    email: row.email,
    role: row.role as MemberRole,
    chosen: row.mails_at_risk,
  };
}
