import { sql } from 'kysely';
import type { WorkspaceMember } from '../../core/workspaces/member.ts';
import type { MemberRole } from '../../core/workspaces/member-role.ts';
import type { SessionLife } from '../../core/workspaces/session.ts';
import type { Database } from '../database.ts';
import { unnestRows } from '../sql/unnest-rows.ts';

/** A workspace of a session, with the member's role. */
export interface Membership {
  readonly workspaceId: string;
  readonly workspaceSlug: string;
  readonly workspaceName: string;
  readonly isSuspended: boolean;
  readonly memberId: string;
  readonly email: string;
  readonly name: string | null;
  readonly role: MemberRole;
  /** Null for an invited member who signed in by link. */
  readonly tenantId: string | null;
}

export interface StoredSession extends SessionLife {
  readonly sessionHash: Uint8Array;
  /** The membership of the sign-in; the session ends with it. */
  readonly memberId: string;
  readonly memberships: readonly Membership[];
}

type MemberKey = Pick<WorkspaceMember, 'workspaceId' | 'memberId'>;

export async function insertSession(
  database: Database,
  session: MemberKey & { readonly sessionHash: Uint8Array; readonly address: string },
  now: Date,
): Promise<void> {
  await database
    .insertInto('admin_sessions')
    .values({
      session_hash: Buffer.from(session.sessionHash),
      workspace_id: session.workspaceId,
      member_id: session.memberId,
      address: session.address,
      created_at: now,
      last_seen_at: now,
    })
    .execute();
}

/** The session in any state, with every workspace of its person. */
export async function findSession(
  database: Database,
  sessionHash: Uint8Array,
): Promise<StoredSession | undefined> {
  const { rows } = await sql<Membership & SessionLife & { readonly homeMemberId: string }>`
    select session.created_at as "createdAt", session.last_seen_at as "lastSeenAt", session.revoked_at as "revokedAt",
      home.member_id as "homeMemberId", member.workspace_id as "workspaceId", workspace.slug as "workspaceSlug",
      workspace.name as "workspaceName", workspace.suspended_at is not null as "isSuspended",
      member.member_id as "memberId", member.email, member.name, member.role, member.tenant_id as "tenantId"
    from admin_sessions as session
    join workspace_members as home
      on home.workspace_id = session.workspace_id and home.member_id = session.member_id and home.removed_at is null
    join workspace_members as member
      on member.removed_at is null and (
        (member.workspace_id = home.workspace_id and member.member_id = home.member_id)
        or (member.tenant_id = home.tenant_id and member.object_id = home.object_id)
      )
    join workspaces as workspace on workspace.workspace_id = member.workspace_id
      and (workspace.sign_in_tenants = '{}' or member.tenant_id = any(workspace.sign_in_tenants))
    where session.session_hash = ${Buffer.from(sessionHash)}
    order by workspace.slug`.execute(database);
  const [first] = rows;
  if (!first) return undefined;
  const { createdAt, lastSeenAt, revokedAt, homeMemberId } = first;
  const memberships = rows.map(
    ({ createdAt, lastSeenAt, revokedAt, homeMemberId, ...membership }) => membership,
  );
  return { sessionHash, createdAt, lastSeenAt, revokedAt, memberId: homeMemberId, memberships };
}

export async function updateSessionSeen(
  database: Database,
  sessionHash: Uint8Array,
  now: Date,
): Promise<void> {
  await database
    .updateTable('admin_sessions')
    .set({ last_seen_at: now })
    .where('session_hash', '=', Buffer.from(sessionHash))
    .where('last_seen_at', '<', now)
    .execute();
}

export async function updateSessionRevoked(
  database: Database,
  sessionHash: Uint8Array,
  now: Date,
): Promise<void> {
  await database
    .updateTable('admin_sessions')
    .set({ revoked_at: now })
    .where('session_hash', '=', Buffer.from(sessionHash))
    .where('revoked_at', 'is', null)
    .execute();
}

export interface SessionRecord extends SessionLife {
  readonly sessionHash: Uint8Array;
  /** Derived from the token's hash; not a credential. */
  readonly sessionId: string;
  readonly address: string | null;
}

/** Sessions in any state that began with one of the memberships, newest first. */
export async function listSessionsOf(
  database: Database,
  members: readonly MemberKey[],
): Promise<readonly SessionRecord[]> {
  const { rows } = await sql<SessionRecord>`
    select session.session_hash as "sessionHash", session.address, session.created_at as "createdAt",
      session.last_seen_at as "lastSeenAt", session.revoked_at as "revokedAt",
      encode(substring(session.session_hash from 1 for 16), 'hex')::uuid as "sessionId"
    from ${unnestRows('member', members, { workspace_id: 'uuid', member_id: 'uuid' })}
    join admin_sessions as session using (workspace_id, member_id)
    order by session.created_at desc`.execute(database);
  return rows;
}

/** Revokes every session that began with one of the memberships. */
export async function revokeSessionsOf(
  database: Database,
  members: readonly MemberKey[],
  now: Date,
): Promise<void> {
  for (const { workspaceId, memberId } of members) {
    await database
      .updateTable('admin_sessions')
      .set({ revoked_at: now })
      .where('workspace_id', '=', workspaceId)
      .where('member_id', '=', memberId)
      .where('revoked_at', 'is', null)
      .execute();
  }
}
