import type { FastifyReply, FastifyRequest } from 'fastify';
import { keyIdOf } from '../../core/clients/api-key.ts';
import { isKeyAlive } from '../../core/clients/credential.ts';
import type { VerifiedToken } from '../../core/clients/ports.ts';
import { isRefusal, type Refusal, refuse } from '../../core/refusal.ts';
import { matchesHash } from '../../secrets/hash.ts';
import { findApiKey } from '../../storage/clients/api-keys.ts';
import {
  findActiveApplicationCredential,
  findActiveCredentialOfApplication,
} from '../../storage/clients/application-credentials.ts';
import type { ApiContext } from '../context.ts';
import { type AcceptedCaller, presentedCredential } from './caller-cache.ts';
import { limitHeaders, limitsOf, refuseRateLimited } from './rate-limit.ts';

export type AuthenticationContext = Pick<
  ApiContext,
  'callerCache' | 'clock' | 'database' | 'failedAttempts' | 'tokenVerifier'
>;

const invalid = refuse('auth.credentials_invalid');

/** Authenticates the API client of a request. All invalid credentials get the same refusal. */
export async function authenticateClient(
  context: AuthenticationContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<AcceptedCaller | Refusal> {
  const credential = presentedCredential(request.raw);
  const attempt = async () => {
    if (!credential) return invalid;
    return credential.kind === 'api-key'
      ? callerByApiKey(context, credential.text)
      : callerByToken(context, credential.text);
  };
  const limited = () => withinFailureLimit(context, request, reply, attempt);
  if (!credential) return limited();
  return context.callerCache.resolve<Refusal>(
    credential,
    context.clock.now(),
    limited,
    (result): result is AcceptedCaller => !isRefusal(result),
  );
}

/** Verifies only the token, whether or not a client has it. */
export function authenticateToken(
  context: Pick<ApiContext, 'failedAttempts' | 'tokenVerifier'>,
  request: FastifyRequest,
  reply: FastifyReply,
  text: string,
): Promise<VerifiedToken | Refusal> {
  return withinFailureLimit(context, request, reply, () => verifiedToken(context, text));
}

async function callerByApiKey(
  context: Pick<ApiContext, 'clock' | 'database'>,
  text: string,
): Promise<AcceptedCaller | Refusal> {
  const keyId = keyIdOf(text);
  const key = keyId && (await findApiKey(context.database, keyId));
  if (!key || !matchesHash(text, key.secretHash)) return invalid;
  if (!isKeyAlive(key, context.clock.now()) || !key.isClientEnabled) return invalid;
  return {
    caller: { client: key.client, token: null },
    limits: limitsOf(key.client),
    expiresAt: key.expiresAt,
    allowedNetworks: key.allowedNetworks,
    use: { kind: 'api-key', id: key.keyId, workspaceId: key.client.workspaceId },
  };
}

/**
 * The credential is looked up first: a token without a client is worth neither cryptography nor a key fetch. A
 * signed-in user's token is from the customer's tenant, so the client is found by its application alone.
 */
async function callerByToken(
  context: Pick<ApiContext, 'database' | 'tokenVerifier'>,
  text: string,
): Promise<AcceptedCaller | Refusal> {
  const claimed = context.tokenVerifier.claimedIdentity(text);
  if (!claimed) return invalid;
  const own = await findActiveApplicationCredential(context.database, claimed);
  const credential =
    own ?? (await findActiveCredentialOfApplication(context.database, claimed.applicationId));
  if (!credential?.isClientEnabled) return invalid;
  const token = await verifiedToken(context, text);
  if (isRefusal(token)) return token;
  if (!own && !token.isDelegated) return invalid;
  return {
    caller: { client: credential.client, token },
    limits: limitsOf(credential.client),
    expiresAt: token.expiresAt,
    allowedNetworks: null,
    use: {
      kind: 'application',
      id: credential.credentialId,
      workspaceId: credential.client.workspaceId,
    },
  };
}

async function verifiedToken(
  context: Pick<ApiContext, 'tokenVerifier'>,
  text: string,
): Promise<VerifiedToken | Refusal> {
  const verification = await context.tokenVerifier.verify(text);
  switch (verification.outcome) {
    case 'verified':
      return verification.token;
    case 'invalid':
      return invalid;
    case 'unavailable':
      return refuse('service.unavailable');
  }
}

/** An IP address with too many failures is refused before any work. */
export async function withinFailureLimit<Result>(
  { failedAttempts }: Pick<ApiContext, 'failedAttempts'>,
  request: FastifyRequest,
  reply: FastifyReply,
  attempt: () => Promise<Result | Refusal>,
  address = request.ip,
): Promise<Result | Refusal> {
  const limited = await failedAttempts.limit(address, attempt, isFailedAttempt);
  if ('result' in limited) return limited.result;
  reply.headers(limitHeaders(limited.refused, 'address'));
  return refuseRateLimited(limited.refused);
}

/** An outage says nothing of the credential. */
function isFailedAttempt(result: unknown): boolean {
  return isRefusal(result) && result.code !== 'service.unavailable';
}
