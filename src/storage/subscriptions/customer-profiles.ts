import { sql } from 'kysely';
import type { CustomerProfile } from '../../core/subscriptions/customer-profile.ts';
import type { Database } from '../database.ts';

export interface StoredProfile extends CustomerProfile {
  readonly organisation: { readonly organisationId: string; readonly name: string } | null;
  readonly revision: number;
}

/** Locks the tenant until the transaction ends. */
export async function lockProfile(
  database: Database,
  workspaceId: string,
  tenantId: string,
): Promise<StoredProfile | undefined> {
  const row = await database
    .selectFrom('tenants')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('tenant_id', '=', tenantId)
    .forUpdate()
    .executeTakeFirst();
  if (!row) return undefined;
  const organisation =
    row.organisation_id === null
      ? undefined
      : await database
          .selectFrom('organisations')
          .select(['organisation_id as organisationId', 'name'])
          .where('workspace_id', '=', workspaceId)
          .where('organisation_id', '=', row.organisation_id)
          .executeTakeFirst();
  return {
    contactName: row.contact_name,
    contactEmail: row.contact_email,
    contactPhone: row.contact_phone,
    notes: row.notes,
    ownerId: row.owner_id,
    organisation: organisation ?? null,
    revision: row.revision,
  };
}

export async function updateProfile(
  database: Database,
  workspaceId: string,
  tenantId: string,
  profile: CustomerProfile,
): Promise<void> {
  await database
    .updateTable('tenants')
    .set({
      contact_name: profile.contactName,
      contact_email: profile.contactEmail,
      contact_phone: profile.contactPhone,
      notes: profile.notes,
      owner_id: profile.ownerId,
      revision: sql`revision + 1`,
    })
    .where('workspace_id', '=', workspaceId)
    .where('tenant_id', '=', tenantId)
    .execute();
}

export async function updateOrganisationName(
  database: Database,
  workspaceId: string,
  organisationId: string,
  name: string,
): Promise<void> {
  await database
    .updateTable('organisations')
    .set({ name })
    .where('workspace_id', '=', workspaceId)
    .where('organisation_id', '=', organisationId)
    .execute();
}
