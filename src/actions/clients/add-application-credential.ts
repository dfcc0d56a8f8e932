import { challengeLifetime, makeChallenge } from '../../core/clients/credential.ts';
import type { ClaimedIdentity } from '../../core/clients/ports.ts';
import { timeOrderedId } from '../../core/identifiers.ts';
import { personalTenantIssues } from '../../core/personal-accounts.ts';
import { type Refusal, refuseInvalid, refuseUnknown } from '../../core/refusal.ts';
import { checkWorkspaceLimit } from '../../core/workspaces/limits.ts';
import { hashSecret } from '../../secrets/hash.ts';
import { hasApiClient } from '../../storage/clients/api-clients.ts';
import { insertApplicationCredential } from '../../storage/clients/application-credentials.ts';
import { countApplicationCredentials } from '../../storage/workspaces/counts.ts';
import { lockWorkspace } from '../../storage/workspaces/workspaces.ts';
import type { ActionContext } from '../context.ts';
import { recordAudit } from '../workspaces/record-audit.ts';

export interface PendingApplicationCredential {
  readonly credentialId: string;
  /** Shown once; the application verifies itself with it. */
  readonly challenge: string;
  readonly challengeExpiresAt: Date;
}

export async function addApplicationCredential(
  context: ActionContext,
  workspaceId: string,
  apiClientId: string,
  identity: ClaimedIdentity,
): Promise<PendingApplicationCredential | Refusal> {
  const { now, randomBytes } = context;
  const applicationId = identity.applicationId.toLowerCase();
  const tenantId = identity.tenantId.toLowerCase();
  const issues = personalTenantIssues('tenantId', tenantId);
  if (issues.length > 0) return refuseInvalid(issues);
  return context.database.transaction().execute(async (database) => {
    if (!(await hasApiClient(database, workspaceId, apiClientId))) {
      return refuseUnknown('apiClientId', 'API client');
    }
    const { partnerPlan } = await lockWorkspace(database, workspaceId);
    const present = await countApplicationCredentials(database, workspaceId, apiClientId);
    const full = checkWorkspaceLimit(partnerPlan, 'application credentials per client', present);
    if (full) return full;
    const credentialId = timeOrderedId(now, randomBytes);
    const challenge = makeChallenge(randomBytes);
    const challengeExpiresAt = new Date(now.getTime() + challengeLifetime);
    await insertApplicationCredential(
      database,
      {
        workspaceId,
        apiClientId,
        credentialId,
        applicationId,
        tenantId,
        challengeHash: hashSecret(challenge),
        challengeExpiresAt,
      },
      now,
    );
    await recordAudit({ ...context, database }, workspaceId, {
      action: 'application_credential.added',
      subject: { kind: 'ApplicationCredential', id: credentialId },
      before: null,
      after: { apiClientId, applicationId, tenantId },
    });
    return { credentialId, challenge, challengeExpiresAt };
  });
}
