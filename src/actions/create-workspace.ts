import type { PartnerPlan } from '../core/api-client.ts';
import { isSlug, timeOrderedId } from '../core/identifiers.ts';
import { type Refusal, refuseInvalid } from '../core/refusal.ts';
import { insertWorkspace, type Workspace } from '../storage/workspaces.ts';
import type { ActionContext } from './context.ts';

export async function createWorkspace(
  { database, now, randomBytes }: ActionContext,
  input: { readonly slug: string; readonly name: string; readonly partnerPlan: PartnerPlan },
): Promise<Workspace | Refusal> {
  if (!isSlug(input.slug)) {
    return refuseInvalid([{ path: 'slug', rule: 'slug', message: 'must be a slug' }]);
  }
  const workspace = { workspaceId: timeOrderedId(now, randomBytes), ...input };
  await insertWorkspace(database, workspace, now);
  return workspace;
}
