import {
  type ApplicationCredentialStatus,
  challengeLifetime,
  decideVerification,
  makeChallenge,
} from '../../core/clients/credential.ts';
import type { ClaimedIdentity } from '../../core/clients/ports.ts';
import { timeOrderedId } from '../../core/identifiers.ts';
import { type Refusal, refuse, refuseInvalid, refuseUnknown } from '../../core/refusal.ts';
import { checkWorkspaceLimit } from '../../core/workspaces/limits.ts';
import { personalTenantIssues } from '../../core/workspaces/personal-accounts.ts';
import { hashSecret, matchesHash } from '../../secrets/hash.ts';
import { announceChanges } from '../../storage/changes/changes.ts';
import { hasApiClient } from '../../storage/clients/api-clients.ts';
import {
  activateCredential,
  countWrongTry,
  deleteApplicationCredential,
  insertApplicationCredential,
  lockOwnershipClaims,
  type OwnershipClaim,
} from '../../storage/clients/application-credentials.ts';
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

export interface CredentialVerification {
  readonly applicationId: string;
  readonly apiClientId: string;
  readonly status: ApplicationCredentialStatus;
}

/** The token proves the application; the challenge proves which client it belongs to. */
export async function verifyApplicationCredential(
  context: ActionContext,
  identity: ClaimedIdentity,
  challenge: string,
): Promise<CredentialVerification | Refusal> {
  const { now } = context;
  return context.database.transaction().execute(async (transaction) => {
    const claims = await lockOwnershipClaims(transaction, identity);
    const facts = claims.map((claim) => ({
      ...claim,
      challengeMatches: matchesHash(challenge, claim.challengeHash),
    }));
    const decision = decideVerification(facts, now);
    // Ten wrong challenges void a claim, so failures cannot fill the log.
    const record = (action: VerificationAction, credentialIds: readonly string[]) =>
      recordVerification({ ...context, database: transaction }, action, claims, credentialIds);
    if (decision.outcome === 'refuse') {
      await countWrongTry(transaction, decision.countTryOn);
      await record('application_credential.verification_failed', decision.countTryOn);
      return refuse('api_client.application_verification_failed');
    }
    if (decision.outcome === 'activate') {
      await activateCredential(transaction, decision.claim.credentialId, now);
      await record('application_credential.verified', [decision.claim.credentialId]);
    }
    const { apiClientId } = decision.claim;
    return { applicationId: identity.applicationId, apiClientId, status: 'Active' };
  });
}

type VerificationAction = 'application_credential.verified' | 'application_credential.verification_failed';

async function recordVerification(
  context: ActionContext,
  action: VerificationAction,
  claims: readonly OwnershipClaim[],
  credentialIds: readonly string[],
): Promise<void> {
  for (const { workspaceId, credentialId, apiClientId } of claims) {
    if (!credentialIds.includes(credentialId)) continue;
    await recordAudit(context, workspaceId, {
      action,
      subject: { kind: 'ApplicationCredential', id: credentialId },
      before: null,
      after: { apiClientId },
    });
  }
}

/** Removes an application from its API client; its tokens are refused. Adding it again requires verification again. */
export async function removeApplicationCredential(
  context: ActionContext,
  workspaceId: string,
  credentialId: string,
): Promise<{ readonly apiClientId: string } | Refusal> {
  return context.database.transaction().execute(async (database) => {
    const removed = await deleteApplicationCredential(database, workspaceId, credentialId);
    if (!removed) return refuseUnknown('credentialId', 'application credential');
    const { apiClientId } = removed;
    await recordAudit({ ...context, database }, workspaceId, {
      action: 'application_credential.removed',
      subject: { kind: 'ApplicationCredential', id: credentialId },
      before: removed,
      after: null,
    });
    await announceChanges(database, [{ kind: 'client', apiClientId }]);
    return { apiClientId };
  });
}
