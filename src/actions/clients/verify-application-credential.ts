import { type ApplicationCredentialStatus, decideVerification } from '../../core/clients/credential.ts';
import type { ClaimedIdentity } from '../../core/clients/ports.ts';
import { type Refusal, refuse } from '../../core/refusal.ts';
import { matchesHash } from '../../secrets/hash.ts';
import {
  activateCredential,
  countWrongTry,
  lockOwnershipClaims,
  type OwnershipClaim,
} from '../../storage/clients/application-credentials.ts';
import type { ActionContext } from '../context.ts';
import { recordAudit } from '../workspaces/record-audit.ts';

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
