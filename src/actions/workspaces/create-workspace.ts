import { isSlug, timeOrderedId } from '../../core/identifiers.ts';
import { type Refusal, refuseInvalid } from '../../core/refusal.ts';
import { nameIssues } from '../../core/text.ts';
import type { PartnerPlan } from '../../core/workspaces/partner-plan.ts';
import {
  insertWorkspace,
  isWorkspaceSlugTaken,
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
