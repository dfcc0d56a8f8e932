import { isSlug, timeOrderedId } from '../../core/identifiers.ts';
import { type Refusal, refuseInvalid } from '../../core/refusal.ts';
import { nameIssues } from '../../core/values/text.ts';
import type { PartnerPlan } from '../../core/workspaces/limits.ts';
import { announceChanges } from '../../storage/changes/changes.ts';
import {
  insertWorkspace,
  isWorkspaceSlugTaken,
  listApiClientIds,
  lockSuspension,
  updateSuspension,
  type Workspace,
} from '../../storage/workspaces/workspaces.ts';
import type { ActionContext } from '../context.ts';
import { recordAudit } from './record-audit.ts';

export async function createWorkspace(
  context: ActionContext,
  input: { readonly slug: string; readonly name: string; readonly partnerPlan: PartnerPlan },
): Promise<Workspace | Refusal> {
  const { now, randomBytes } = context;
  const aboutSlug = isSlug(input.slug) ? [] : [{ path: 'slug', rule: 'slug', message: 'must be a slug' }];
  const issues = [...aboutSlug, ...nameIssues('name', input.name)];
  if (issues.length > 0) return refuseInvalid(issues);
  const workspace = { workspaceId: timeOrderedId(now, randomBytes), ...input };
  const { workspaceId } = workspace;
  const created = context.database.transaction().execute(async (database) => {
    await insertWorkspace(database, workspace, now);
    await recordAudit({ ...context, database }, workspaceId, {
      action: 'workspace.created',
      subject: { kind: 'Workspace', id: workspaceId },
      before: null,
      after: input,
    });
    return workspace;
  });
  return created.catch((error: unknown) => {
    if (!isWorkspaceSlugTaken(error)) throw error;
    return refuseInvalid([{ path: 'slug', rule: 'unique', message: 'belongs to another workspace' }]);
  });
}

/**
 * Suspends a workspace for a reason, or resumes it with null. Every node refuses its API clients and members within a
 * second. Background work continues: acknowledged usage is sent, and marketplace notifications are answered. False when
 * nothing changed.
 */
export async function suspendWorkspace(
  context: ActionContext,
  workspaceId: string,
  reason: string | null,
): Promise<boolean> {
  return context.database.transaction().execute(async (database) => {
    const before = await lockSuspension(database, workspaceId);
    if ((before === null) === (reason === null)) return false;
    const suspension = reason === null ? null : { reason, suspendedAt: context.now };
    await updateSuspension(database, workspaceId, suspension);
    await recordAudit({ ...context, database }, workspaceId, {
      action: reason === null ? 'workspace.resumed' : 'workspace.suspended',
      subject: { kind: 'Workspace', id: workspaceId },
      before: before && { reason: before.reason },
      after: suspension && { reason },
    });
    const clients = await listApiClientIds(database, workspaceId);
    await announceChanges(
      database,
      clients.map((apiClientId) => ({ kind: 'client', apiClientId })),
    );
    return true;
  });
}
