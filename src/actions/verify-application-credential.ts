import { type ApplicationCredentialStatus, decideVerification } from '../core/credential.ts';
import type { ClaimedIdentity } from '../core/ports.ts';
import { type Refusal, refuse } from '../core/refusal.ts';
import { matchesHash } from '../secrets/hash.ts';
import { activateCredential, countWrongTry, lockClaims } from '../storage/application-credentials.ts';
import type { ActionContext } from './context.ts';

export interface CredentialVerification {
  readonly applicationId: string;
  readonly apiClientId: string;
  readonly status: ApplicationCredentialStatus;
}

/** The application has proven itself by its token; the challenge proves whose client it is. */
export async function verifyApplicationCredential(
  { database, now }: Pick<ActionContext, 'database' | 'now'>,
  identity: ClaimedIdentity,
  challenge: string,
): Promise<CredentialVerification | Refusal> {
  return database.transaction().execute(async (transaction) => {
    const claims = await lockClaims(transaction, identity);
    const facts = claims.map((claim) => ({
      ...claim,
      challengeMatches: matchesHash(challenge, claim.challengeHash),
    }));
    const decision = decideVerification(facts, now);
    if (decision.outcome === 'refuse') {
      await countWrongTry(transaction, decision.countTryOn);
      return refuse('api_client.application_verification_failed');
    }
    if (decision.outcome === 'activate') {
      await activateCredential(transaction, decision.claim.credentialId, now);
    }
    const { apiClientId } = decision.claim;
    return { applicationId: identity.applicationId, apiClientId, status: 'Active' };
  });
}
