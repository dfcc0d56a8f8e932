import { randomBytes } from 'node:crypto';
import type { ActionContext } from '../../actions/context.ts';
import { changeMemberRole, inviteMember, renewInvitation } from '../../actions/workspaces/members.ts';
import { changeWorkspaceSettings } from '../../actions/workspaces/settings.ts';
import { createWorkspace, suspendWorkspace } from '../../actions/workspaces/workspaces.ts';
import { isUuid } from '../../core/identifiers.ts';
import { CannotStart } from '../../core/operations/cannot-start.ts';
import { isRefusal, type Refusal } from '../../core/refusal.ts';
import type { PartnerPlan } from '../../core/workspaces/limits.ts';
import { invitationEnd, type WorkspaceMember } from '../../core/workspaces/member.ts';
import { administratorRole } from '../../core/workspaces/member-role.ts';
import { refuseWrongClock, systemClock } from '../../service/clock-guard.ts';
import type { ProductionConfig } from '../../settings/config.ts';
import { withDatabase } from '../../storage/database.ts';
import { findWorkspaceMemberByEmail } from '../../storage/workspaces/members.ts';
import { findWorkspaceBySlug } from '../../storage/workspaces/workspaces.ts';
import { WrongCall } from '../call.ts';
import { typedCommand } from '../typed-command.ts';
import { type CommandResult, onDatabase } from './on-database.ts';

export interface NewWorkspaceOptions {
  readonly slug: string;
  readonly name: string;
  readonly plan: PartnerPlan;
}

export interface AdministratorOptions {
  readonly workspace: string;
  readonly email: string;
  readonly tenant: string;
}

export const createWorkspaceCommand = onDatabase('create-workspace', (config, call) => {
  // The table of commands allows no other plans.
  const plan = call.text('plan') as PartnerPlan;
  return runCreateWorkspace(config, { slug: call.text('slug'), name: call.text('name'), plan });
});

export const addAdministratorCommand = onDatabase('add-administrator', (config, call) =>
  runAddAdministrator(config, {
    workspace: call.text('workspace'),
    email: call.text('email'),
    tenant: call.text('tenant'),
  }),
);

export const suspendWorkspaceCommand = onDatabase('suspend-workspace', (config, call) =>
  runSuspendWorkspace(config, { workspace: call.text('workspace'), reason: call.text('reason') }),
);

export const resumeWorkspaceCommand = onDatabase('resume-workspace', (config, call) =>
  runSuspendWorkspace(config, { workspace: call.text('workspace'), reason: null }),
);

export const setSignInTenantsCommand = onDatabase('set-sign-in-tenants', (config, call) =>
  runSetSignInTenants(config, { workspace: call.text('workspace'), tenants: call.text('tenants') }),
);

/** `create-workspace` */
export async function runCreateWorkspace(
  config: ProductionConfig,
  { slug, name, plan }: NewWorkspaceOptions,
): Promise<CommandResult> {
  return withContext(config, 'create-workspace', async (context) => {
    const workspace = orThrow(await createWorkspace(context, { slug, name, partnerPlan: plan }));
    const { workspaceId } = workspace;
    const text =
      `Workspace ${workspace.slug} exists, with the id ${workspaceId}. ` +
      `Name its administrator: ${typedCommand(`add-administrator --workspace ${workspace.slug} --email … --tenant …`)}`;
    return { text, json: { workspaceId, slug: workspace.slug } };
  });
}

/**
 * `add-administrator`. Promotes a member and renews an open invitation, so that a workspace
 * without administrators can be recovered.
 */
export async function runAddAdministrator(
  config: ProductionConfig,
  { workspace: slug, email, tenant }: AdministratorOptions,
): Promise<CommandResult> {
  return withContext(config, 'add-administrator', async (context) => {
    const workspace = await findWorkspaceBySlug(context.database, slug);
    if (!workspace) throw new CannotStart(`There is no workspace ${slug}; create it with create-workspace.`);
    const { workspaceId } = workspace;
    const member = await findWorkspaceMemberByEmail(context.database, workspaceId, email.trim());
    const administrator = member
      ? await promote(context, member, tenant)
      : orThrow(
          await inviteMember(context, workspaceId, { email, role: administratorRole, tenantId: tenant }),
        );
    const next = config.signIn
      ? `They sign in at ${config.publicUrl}/api/admin/v1/sign-in`
      : 'Nobody can sign in before IDP_SIGN_IN_CLIENT_ID and IDP_SIGN_IN_CLIENT_SECRET are set';
    const { joinedAt } = administrator;
    const role = joinedAt === null ? 'is invited to administer' : 'is an administrator of';
    const invitedUntil = joinedAt === null ? invitationEnd(administrator).toISOString() : null;
    const until = invitedUntil === null ? '' : ` The invitation ends on ${invitedUntil}.`;
    const text = `${administrator.email} ${role} ${slug}. ${next}.${until}`;
    return { text, json: { workspace: slug, email: administrator.email, invitedUntil } };
  });
}

/** `suspend-workspace` and, without a reason, `resume-workspace` */
export async function runSuspendWorkspace(
  config: ProductionConfig,
  { workspace: slug, reason }: { readonly workspace: string; readonly reason: string | null },
): Promise<CommandResult> {
  if (reason?.trim() === '') throw new WrongCall('--reason is required: the reason of the suspension.');
  const command = reason === null ? 'resume-workspace' : 'suspend-workspace';
  return withContext(config, command, async (context) => {
    const workspace = await findWorkspaceBySlug(context.database, slug);
    if (!workspace) throw new CannotStart(`There is no workspace ${slug}.`);
    const isChanged = await suspendWorkspace(context, workspace.workspaceId, reason?.trim() ?? null);
    const state = reason === null ? 'not suspended' : 'suspended';
    const text = isChanged ? `Workspace ${slug} is ${state} now.` : `Workspace ${slug} was ${state} already.`;
    return { text, json: { workspace: slug, isSuspended: reason !== null, isChanged } };
  });
}

/**
 * `set-sign-in-tenants`. Administrators must include their own tenant; the operator need
 * not, and can undo a lock-out.
 */
export async function runSetSignInTenants(
  config: ProductionConfig,
  { workspace: slug, tenants }: { readonly workspace: string; readonly tenants: string },
): Promise<CommandResult> {
  const signInTenants = tenants === 'any' ? [] : tenants.split(',').map((tenantId) => tenantId.trim());
  if (!signInTenants.every(isUuid)) {
    throw new WrongCall('--tenants must be any, or tenant ids separated by commas.');
  }
  return withContext(config, 'set-sign-in-tenants', async (context) => {
    const workspace = await findWorkspaceBySlug(context.database, slug);
    if (!workspace) throw new CannotStart(`There is no workspace ${slug}.`);
    const { workspaceId } = workspace;
    const settings = orThrow(await changeWorkspaceSettings(context, workspaceId, { signInTenants }, 'any'));
    const listed = settings.signInTenants.join(', ');
    const text =
      listed === ''
        ? `Accounts of any tenant may sign in to ${slug} now, if they are members.`
        : `Only accounts of these tenants may sign in to ${slug} now: ${listed}.`;
    return { text, json: { workspace: slug, signInTenants: settings.signInTenants } };
  });
}

/** A joined member must be of the given tenant: the e-mail address alone is no proof of identity. */
async function promote(
  context: ActionContext,
  { workspaceId, memberId, email, joinedAt, tenantId }: WorkspaceMember,
  tenant: string,
): Promise<WorkspaceMember> {
  if (joinedAt !== null && tenantId !== tenant.toLowerCase()) {
    throw new CannotStart(`${email} is a member from the tenant ${tenantId}, not ${tenant}.`);
  }
  if (joinedAt === null) orThrow(await renewInvitation(context, workspaceId, memberId, tenant));
  return orThrow(await changeMemberRole(context, workspaceId, memberId, administratorRole, 'any'));
}

/** Runs an action as a command, on its own connection. */
export async function withContext(
  { databaseUrl }: ProductionConfig,
  command: string,
  use: (context: ActionContext) => Promise<CommandResult>,
): Promise<CommandResult> {
  const actor = { kind: 'Command', id: command, name: typedCommand(command), address: null } as const;
  return withDatabase(databaseUrl, async (database) => {
    await refuseWrongClock(database);
    return use({ database, now: systemClock.now(), randomBytes, actor });
  });
}

/**
 * Returns the result, or ends the command on a refusal.
 *
 * @param advice what to do on the command line, by refusal code: the refusal's own detail is for API callers.
 */
export function orThrow<Result>(
  result: Result | Refusal,
  advice: Partial<Readonly<Record<string, string>>> = {},
): Result {
  if (isRefusal(result)) throw new CannotStart(`Refused: ${advice[result.code] ?? result.detail}`);
  return result;
}
