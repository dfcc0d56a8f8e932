import { challengeLifetime, makeChallenge } from '../core/credential.ts';
import { timeOrderedId } from '../core/identifiers.ts';
import type { ClaimedIdentity } from '../core/ports.ts';
import { type Refusal, refuseUnknown } from '../core/refusal.ts';
import { hashSecret } from '../secrets/hash.ts';
import { hasApiClient } from '../storage/api-clients.ts';
import { insertApplicationCredential } from '../storage/application-credentials.ts';
import type { ActionContext } from './context.ts';

export interface PendingApplicationCredential {
  readonly credentialId: string;
  /** Shown once; the application proves itself with it. */
  readonly challenge: string;
  readonly challengeExpiresAt: Date;
}

export async function addApplicationCredential(
  { database, now, randomBytes }: ActionContext,
  workspaceId: string,
  apiClientId: string,
  { applicationId, tenantId }: ClaimedIdentity,
): Promise<PendingApplicationCredential | Refusal> {
  if (!(await hasApiClient(database, workspaceId, apiClientId))) {
    return refuseUnknown('apiClientId', 'API client');
  }
  const credentialId = timeOrderedId(now, randomBytes);
  const challenge = makeChallenge(randomBytes);
  const challengeExpiresAt = new Date(now.getTime() + challengeLifetime);
  await insertApplicationCredential(
    database,
    {
      workspaceId,
      apiClientId,
      credentialId,
      applicationId: applicationId.toLowerCase(),
      tenantId: tenantId.toLowerCase(),
      challengeHash: hashSecret(challenge),
      challengeExpiresAt,
    },
    now,
  );
  return { credentialId, challenge, challengeExpiresAt };
}
