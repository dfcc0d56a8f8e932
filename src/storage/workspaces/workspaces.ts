import type { Selectable } from 'kysely';
import type { PartnerPlan } from '../../core/workspaces/limits.ts';
import { type AfterLicenceEnd, maySignIn, type WorkspaceSettings } from '../../core/workspaces/settings.ts';
import type { Database } from '../database.ts';
import type { Workspaces } from '../schema/tables.generated.ts';
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

const selectWorkspaces = (database: Database) =>
  database
    .selectFrom('workspaces')
    .select(['workspace_id as workspaceId', 'slug', 'name', 'partner_plan as partnerPlan'])
    .$narrowType<{ partnerPlan: PartnerPlan }>();

export function findWorkspaceBySlug(database: Database, slug: string): Promise<Workspace | undefined> {
  return selectWorkspaces(database).where('slug', '=', slug).executeTakeFirst();
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

export function loadWorkspace(database: Database, workspaceId: string): Promise<Workspace> {
  return selectWorkspaces(database).where('workspace_id', '=', workspaceId).executeTakeFirstOrThrow();
}

/** Serialises transactions that lock the workspace; rows that reference it can still be written. */
export function lockWorkspace(database: Database, workspaceId: string): Promise<Workspace> {
  return selectWorkspaces(database)
    .where('workspace_id', '=', workspaceId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
}

const loadSetting =
  <Column extends keyof Workspaces>(column: Column) =>
  async (database: Database, workspaceId: string): Promise<Selectable<Workspaces>[Column]> => {
    const row = await database
      .selectFrom('workspaces')
      .select<keyof Workspaces>(column)
      .where('workspace_id', '=', workspaceId)
      .executeTakeFirstOrThrow();
    return (row as Selectable<Workspaces>)[column];
  };

/** Whether the marketplace may sell fewer seats than are assigned. */
export const loadAcceptsFewerSeats = loadSetting('accepts_fewer_seats');

/** Whether the buyer of a plan with seats gets the first seat on activation. */
export const loadAssignBuyer = loadSetting('assign_buyer');

/** Minutes for which a report is on hold before it is sent. */
export const loadUsageHold = loadSetting('usage_hold_minutes');

/** Recipients of notice e-mails. */
export const loadSupportAddresses = loadSetting('support_addresses');

/** Maximum age of a new API key in days; null: unlimited. */
export const loadApiKeyMaxAge = loadSetting('api_key_max_age_days');

/** Settings of administrators, with their revision. */
export interface StoredSettings extends WorkspaceSettings {
  readonly revision: number;
}

const tokenColumns = [
  'token_lifetime_hours as tokenLifetimeHours',
  'after_licence_end as afterLicenceEnd',
  'signing_key_max_age_days as signingKeyMaxAgeDays',
] as const;

export function loadWorkspaceSettings(database: Database, workspaceId: string): Promise<StoredSettings> {
  return database
    .selectFrom('workspaces')
    .select([
      'name',
      'usage_hold_minutes as usageHoldMinutes',
      'support_addresses as supportAddresses',
      'accepts_fewer_seats as acceptsFewerSeats',
      'assign_buyer as assignBuyer',
      'sign_in_tenants as signInTenants',
      'api_key_max_age_days as apiKeyMaxAgeDays',
      'mails_usage_alerts as mailsUsageAlerts',
      'revision',
    ])
    .select(tokenColumns)
    .where('workspace_id', '=', workspaceId)
    .$narrowType<{ afterLicenceEnd: AfterLicenceEnd }>()
    .executeTakeFirstOrThrow();
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
      token_lifetime_hours: settings.tokenLifetimeHours,
      after_licence_end: settings.afterLicenceEnd,
      signing_key_max_age_days: settings.signingKeyMaxAgeDays,
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

/** Settings of signed entitlements. */
export type TokenSettings = Pick<
  WorkspaceSettings,
  'tokenLifetimeHours' | 'afterLicenceEnd' | 'signingKeyMaxAgeDays'
>;

/** Undefined: there is no such workspace. */
export function findTokenSettings(
  database: Database,
  workspaceId: string,
): Promise<TokenSettings | undefined> {
  return database
    .selectFrom('workspaces')
    .select(tokenColumns)
    .where('workspace_id', '=', workspaceId)
    .$narrowType<{ afterLicenceEnd: AfterLicenceEnd }>()
    .executeTakeFirst();
}

export async function loadTokenSettings(database: Database, workspaceId: string): Promise<TokenSettings> {
  const settings = await findTokenSettings(database, workspaceId);
  if (!settings) throw new Error(`There is no workspace ${workspaceId}`);
  return settings;
}
