import { sql } from 'kysely';
import type { Member } from '../../core/subscriptions/eligibility-subject.ts';
import type { Database } from '../database.ts';

export interface StoredMember extends Member {
  readonly memberId: string;
  /** Manages the tenant's seats on the customer's page. */
  readonly isAdministrator: boolean;
}

export async function insertOrganisation(
  database: Database,
  organisation: { readonly workspaceId: string; readonly organisationId: string; readonly name: string },
  now: Date,
): Promise<void> {
  await database
    .insertInto('organisations')
    .values({
      workspace_id: organisation.workspaceId,
      organisation_id: organisation.organisationId,
      name: organisation.name,
      created_at: now,
    })
    .execute();
}

/** Adds the tenant if it is missing. Its organisation changes only if one is given. */
export async function ensureTenant(
  database: Database,
  tenant: { readonly workspaceId: string; readonly tenantId: string; readonly organisationId?: string },
  now: Date,
): Promise<void> {
  await database
    .insertInto('tenants')
    .values({
      workspace_id: tenant.workspaceId,
      tenant_id: tenant.tenantId,
      organisation_id: tenant.organisationId ?? null,
      created_at: now,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['workspace_id', 'tenant_id'])
        .doUpdateSet({ organisation_id: sql`coalesce(excluded.organisation_id, tenants.organisation_id)` }),
    )
    .execute();
}

export async function hasTenant(database: Database, workspaceId: string, tenantId: string): Promise<boolean> {
  const row = await database
    .selectFrom('tenants')
    .select('tenant_id')
    .where('workspace_id', '=', workspaceId)
    .where('tenant_id', '=', tenantId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Members can be added meanwhile; another holder of this lock waits. */
export async function lockTenant(database: Database, workspaceId: string, tenantId: string): Promise<void> {
  await database
    .selectFrom('tenants')
    .select('tenant_id')
    .where('workspace_id', '=', workspaceId)
    .where('tenant_id', '=', tenantId)
    .forNoKeyUpdate()
    .execute();
}

/** Locks the tenants that belong to an organisation; returns them with their organisations. */
export async function lockTenantsWithOrganisation(
  database: Database,
  workspaceId: string,
  tenantIds: readonly string[],
): Promise<readonly { readonly tenantId: string; readonly organisationId: string }[]> {
  if (tenantIds.length === 0) return [];
  const rows = await database
    .selectFrom('tenants')
    .select(['tenant_id', 'organisation_id'])
    .where('workspace_id', '=', workspaceId)
    .where('tenant_id', 'in', tenantIds)
    .where('organisation_id', 'is not', null)
    .orderBy('tenant_id')
    .forUpdate()
    .execute();
  return rows.flatMap(({ tenant_id, organisation_id }) =>
    organisation_id === null ? [] : [{ tenantId: tenant_id, organisationId: organisation_id }],
  );
}

/** Locks a member of the tenant until the transaction ends. */
export async function lockMember(
  database: Database,
  workspaceId: string,
  key: Pick<Member, 'tenantId' | 'objectId'>,
): Promise<StoredMember | undefined> {
  const row = await memberOfTenant(database, workspaceId, key).forUpdate().executeTakeFirst();
  return row && memberFrom(row);
}

/** Adds or updates a member. */
export async function saveMember(
  database: Database,
  workspaceId: string,
  member: StoredMember,
  now: Date,
): Promise<string> {
  const row = await database
    .insertInto('members')
    .values({
      workspace_id: workspaceId,
      member_id: member.memberId,
      tenant_id: member.tenantId,
      object_id: member.objectId,
      email: member.email,
      active: member.isActive,
      is_administrator: member.isAdministrator,
      created_at: now,
    })
    .onConflict((conflict) =>
      conflict.columns(['workspace_id', 'tenant_id', 'object_id']).doUpdateSet({
        email: sql`excluded.email`,
        active: sql`excluded.active`,
        is_administrator: sql`excluded.is_administrator`,
      }),
    )
    .returning('member_id')
    .executeTakeFirstOrThrow();
  return row.member_id;
}

/** The member of the tenant with the object id. */
export async function findMemberOfTenant(
  database: Database,
  workspaceId: string,
  key: Pick<Member, 'tenantId' | 'objectId'>,
): Promise<StoredMember | undefined> {
  const row = await memberOfTenant(database, workspaceId, key).executeTakeFirst();
  return row && memberFrom(row);
}

function memberOfTenant(
  database: Database,
  workspaceId: string,
  { tenantId, objectId }: Pick<Member, 'tenantId' | 'objectId'>,
) {
  return database
    .selectFrom('members')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('tenant_id', '=', tenantId)
    .where('object_id', '=', objectId);
}

/** The active administrators of a tenant, oldest member first. */
export async function listAdministrators(
  database: Database,
  workspaceId: string,
  tenantId: string,
  limit: number,
): Promise<readonly StoredMember[]> {
  const rows = await database
    .selectFrom('members')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('tenant_id', '=', tenantId)
    .where('is_administrator', '=', true)
    .where('active', '=', true)
    .orderBy('member_id')
    .limit(limit)
    .execute();
  return rows.map(memberFrom);
}

export async function countMembers(
  database: Database,
  workspaceId: string,
  tenantId: string,
): Promise<number> {
  const { count } = await database
    .selectFrom('members')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where('workspace_id', '=', workspaceId)
    .where('tenant_id', '=', tenantId)
    .executeTakeFirstOrThrow();
  return count;
}

/** Members with the object id, in any tenant of the workspace. */
export async function findMembersByObjectId(
  database: Database,
  workspaceId: string,
  objectId: string,
): Promise<readonly StoredMember[]> {
  const rows = await database
    .selectFrom('members')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('object_id', '=', objectId)
    .execute();
  return rows.map(memberFrom);
}

/** Members with the e-mail address, in any tenant of this tenant's organisation. */
export async function findMembersByEmail(
  database: Database,
  workspaceId: string,
  tenantId: string,
  email: string,
): Promise<readonly StoredMember[]> {
  const { rows } = await sql<Parameters<typeof memberFrom>[0]>`
    select member.* from tenants as own
    join tenants as held on held.workspace_id = own.workspace_id
      and (held.tenant_id = own.tenant_id or held.organisation_id = own.organisation_id)
    join members as member on member.workspace_id = held.workspace_id and member.tenant_id = held.tenant_id
    where own.workspace_id = ${workspaceId} and own.tenant_id = ${tenantId}
      and lower(member.email) = lower(${email})`.execute(database);
  return rows.map(memberFrom);
}

/**
 * Members of the tenant with one of the object ids, and members of its organisation with one of the e-mail addresses.
 */
export async function findMembersNamed(
  database: Database,
  workspaceId: string,
  tenantId: string,
  named: { readonly objectIds: readonly string[]; readonly emails: readonly string[] },
): Promise<readonly StoredMember[]> {
  const { rows } = await sql<Parameters<typeof memberFrom>[0]>`
    select member.* from members as member
    where member.workspace_id = ${workspaceId} and member.tenant_id = ${tenantId}
      and member.object_id = any(${named.objectIds}::uuid[])
    union
    select member.* from tenants as own
    join tenants as held on held.workspace_id = own.workspace_id
      and (held.tenant_id = own.tenant_id or held.organisation_id = own.organisation_id)
    join members as member on member.workspace_id = held.workspace_id and member.tenant_id = held.tenant_id
    where own.workspace_id = ${workspaceId} and own.tenant_id = ${tenantId}
      and lower(member.email) = any(${named.emails.map((email) => email.toLowerCase())}::text[])`.execute(
    database,
  );
  return rows.map(memberFrom);
}

export async function findMember(
  database: Database,
  workspaceId: string,
  memberId: string,
): Promise<StoredMember | undefined> {
  const row = await database
    .selectFrom('members')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('member_id', '=', memberId)
    .executeTakeFirst();
  return row && memberFrom(row);
}

function memberFrom(row: {
  member_id: string;
  tenant_id: string;
  object_id: string;
  email: string | null;
  active: boolean;
  is_administrator: boolean;
}): StoredMember {
  return {
    memberId: row.member_id,
    tenantId: row.tenant_id,
    objectId: row.object_id,
    email: row.email,
    isActive: row.active,
    isAdministrator: row.is_administrator,
  };
}
