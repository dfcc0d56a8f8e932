import { isCurrent } from '../../core/entity-tag.ts';
import { type Refusal, refuse, refuseInvalid } from '../../core/refusal.ts';
import {
  lockOutIssues,
  readWorkspaceSettings,
  type WorkspaceSettings,
} from '../../core/workspaces/settings.ts';
import { announceChanges } from '../../storage/changes.ts';
import {
  loadWorkspaceSettings,
  lockWorkspace,
  type StoredSettings,
  updateWorkspaceSettings,
} from '../../storage/workspaces/workspaces.ts';
import type { ActionContext } from '../context.ts';
import { recordAudit } from './record-audit.ts';
import { requestAddressConfirmations } from './request-address-confirmations.ts';

/** Changes the given settings, all or none. */
export async function changeWorkspaceSettings(
  context: ActionContext,
  workspaceId: string,
  changes: Partial<WorkspaceSettings>,
  expectedRevision: number | 'any',
  /** Tenant of the member who changes the settings, who must still be able to sign in; undefined for a command or service account. */
  ownTenantId?: string | null,
): Promise<StoredSettings | Refusal> {
  return context.database.transaction().execute(async (database) => {
    await lockWorkspace(database, workspaceId);
    const { revision, ...current } = await loadWorkspaceSettings(database, workspaceId);
    if (!isCurrent({ revision }, expectedRevision)) return refuse('request.precondition_failed');
    const settings = readWorkspaceSettings({ ...current, ...changes }, current);
    if ('issues' in settings) return refuseInvalid(settings.issues);
    const isGuarded = changes.signInTenants !== undefined && ownTenantId !== undefined;
    const lockOut = isGuarded ? lockOutIssues(settings, ownTenantId) : [];
    if (lockOut.length > 0) return refuseInvalid(lockOut);
    const refusal = await requestAddressConfirmations(
      { ...context, database },
      workspaceId,
      current.supportAddresses,
      settings.supportAddresses,
    );
    if (refusal) return refusal;
    await updateWorkspaceSettings(database, workspaceId, settings);
    await recordAudit({ ...context, database }, workspaceId, {
      action: 'workspace.settings_changed',
      subject: { kind: 'Workspace', id: workspaceId },
      before: current,
      after: settings,
    });
    await announceChanges(database, [{ kind: 'settings', workspaceId }]);
    return { ...settings, revision: revision + 1 };
  });
}
