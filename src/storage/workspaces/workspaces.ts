import type { PartnerPlan } from '../../core/workspaces/limits.ts';
import { maySignIn, type WorkspaceSettings } from '../../core/workspaces/settings.ts';
import type { Database } from '../database.ts';
import { violatesUnique } from '../schema/violated-constraint.ts';

export interface Workspace {
  readonly workspaceId: string;
  readonly slug: string;
  readonly name: string;
  readonly partnerPlan: PartnerPlan;
}

/** With the first revision of its catalogue. */
export async function insertWorkspace(database: Database, workspace: Workspace, now: Date): Promise<void> {
  await database
    .insertInto('workspaces')
    .values({
      workspace_id: workspace.workspaceId,
      slug: workspace.slug,
      name: workspace.name,
      partner_plan: workspace.partnerPlan,
      created_at: now,
    })
    .execute();
  await database
    .insertInto('catalogues')
    .values({ workspace_id: workspace.workspaceId, revision: 1, changed_at: now })
    .execute();
}

export function isWorkspaceSlugTaken(error: unknown): boolean {
  return violatesUnique(error, 'workspaces_slug_key');
}

export async function findWorkspaceBySlug(database: Database, slug: string): Promise<Workspace | undefined> {
  const row = await database.selectFrom('workspaces').selectAll().where('slug', '=', slug).executeTakeFirst();
  return row && workspaceFrom(row);
}

/** Whether any of them exists. */
export async function hasWorkspace(database: Database, workspaceIds: readonly string[]): Promise<boolean> {
  const row = await database
    .selectFrom('workspaces')
    .select('workspace_id')
    .where('workspace_id', 'in', workspaceIds)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function loadWorkspace(database: Database, workspaceId: string): Promise<Workspace> {
  const row = await database
    .selectFrom('workspaces')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirstOrThrow();
  return workspaceFrom(row);
}

/** Serialises transactions that lock the workspace; rows that reference it can still be written. */
export async function lockWorkspace(database: Database, workspaceId: string): Promise<Workspace> {
  const row = await database
    .selectFrom('workspaces')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  return workspaceFrom(row);
}

function workspaceFrom(row: {
  workspace_id: string;
  slug: string;
  name: string;
  partner_plan: string;
}): Workspace {
  return {
    workspaceId: row.workspace_id,
    slug: row.slug,
    name: row.name,
    partnerPlan: row.partner_plan as PartnerPlan,
  };
}

/** Whether the marketplace may sell fewer seats than are assigned. */
export async function loadAcceptsFewerSeats(database: Database, workspaceId: string): Promise<boolean> {
  const row = await database
    .selectFrom('workspaces')
    .select('accepts_fewer_seats')
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirstOrThrow();
  return row.accepts_fewer_seats;
}

/** Whether the buyer of a plan with seats gets the first seat on activation. */
export async function loadAssignBuyer(database: Database, workspaceId: string): Promise<boolean> {
  const row = await database
    .selectFrom('workspaces')
    .select('assign_buyer')
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirstOrThrow();
  return row.assign_buyer;
}

/** Minutes for which a report is on hold before it is sent. */
export async function loadUsageHold(database: Database, workspaceId: string): Promise<number> {
  const row = await database
    .selectFrom('workspaces')
    .select('usage_hold_minutes')
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirstOrThrow();
  return row.usage_hold_minutes;
}

/** Recipients of notice e-mails. */
export async function loadSupportAddresses(
  database: Database,
  workspaceId: string,
): Promise<readonly string[]> {
  const row = await database
    .selectFrom('workspaces')
    .select('support_addresses')
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirstOrThrow();
  return row.support_addresses;
}

/** Settings of administrators, with their revision. */
export interface StoredSettings extends WorkspaceSettings {
  readonly revision: number;
}

export async function loadWorkspaceSettings(
  database: Database,
  workspaceId: string,
): Promise<StoredSettings> {
  const row = await database
    .selectFrom('workspaces')
    .select(['name', 'usage_hold_minutes', 'support_addresses', 'accepts_fewer_seats', 'revision'])
    .select(['assign_buyer', 'sign_in_tenants', 'api_key_max_age_days', 'mails_usage_alerts'])
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirstOrThrow();
  return {
    name: row.name,
    usageHoldMinutes: row.usage_hold_minutes,
    supportAddresses: row.support_addresses,
    acceptsFewerSeats: row.accepts_fewer_seats,
    assignBuyer: row.assign_buyer,
    signInTenants: row.sign_in_tenants,
    apiKeyMaxAgeDays: row.api_key_max_age_days,
    mailsUsageAlerts: row.mails_usage_alerts,
    revision: row.revision,
  };
}

export async function updateWorkspaceSettings(
  database: Database,
  workspaceId: string,
  settings: WorkspaceSettings,
): Promise<void> {
  await database
    .updateTable('workspaces')
    .set((row) => ({
      name: settings.name,
      usage_hold_minutes: settings.usageHoldMinutes,
      support_addresses: [...settings.supportAddresses],
      accepts_fewer_seats: settings.acceptsFewerSeats,
      assign_buyer: settings.assignBuyer,
      sign_in_tenants: [...settings.signInTenants],
      api_key_max_age_days: settings.apiKeyMaxAgeDays,
      mails_usage_alerts: settings.mailsUsageAlerts,
      revision: row('revision', '+', 1),
    }))
    .where('workspace_id', '=', workspaceId)
    .execute();
}

/** The workspaces that do not accept sign-ins from the tenant. */
export async function findWorkspacesClosedTo(
  database: Database,
  tenantId: string,
  workspaceIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (workspaceIds.length === 0) return new Set();
  const rows = await database
    .selectFrom('workspaces')
    .select(['workspace_id', 'sign_in_tenants'])
    .where('workspace_id', 'in', workspaceIds)
    .execute();
  const closed = rows.filter((row) => !maySignIn(row.sign_in_tenants, tenantId));
  return new Set(closed.map((row) => row.workspace_id));
}

/** Maximum age of a new API key in days; null: unlimited. */
export async function loadApiKeyMaxAge(database: Database, workspaceId: string): Promise<number | null> {
  const row = await database
    .selectFrom('workspaces')
    .select('api_key_max_age_days')
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirstOrThrow();
  return row.api_key_max_age_days;
}

export interface Suspension {
  readonly suspendedAt: Date;
  readonly reason: string;
}

/** Locks the workspace's suspension until the transaction ends; null: not suspended. */
export async function lockSuspension(database: Database, workspaceId: string): Promise<Suspension | null> {
  const row = await database
    .selectFrom('workspaces')
    .select(['suspended_at', 'suspension_reason'])
    .where('workspace_id', '=', workspaceId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  return row.suspended_at && { suspendedAt: row.suspended_at, reason: row.suspension_reason ?? '' };
}

export async function updateSuspension(
  database: Database,
  workspaceId: string,
  suspension: Suspension | null,
): Promise<void> {
  await database
    .updateTable('workspaces')
    .set({
      suspended_at: suspension?.suspendedAt ?? null,
      suspension_reason: suspension?.reason ?? null,
    })
    .where('workspace_id', '=', workspaceId)
    .execute();
}

export async function listApiClientIds(database: Database, workspaceId: string): Promise<readonly string[]> {
  const rows = await database
    .selectFrom('api_clients')
    .select('api_client_id')
    .where('workspace_id', '=', workspaceId)
    .execute();
  return rows.map((row) => row.api_client_id);
}
