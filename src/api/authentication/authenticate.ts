import type { FastifyRequest } from 'fastify';
import type { Caller } from '../../core/api-client.ts';
import { keyIdOf } from '../../core/api-key.ts';
import { isKeyAlive } from '../../core/credential.ts';
import type { VerifiedToken } from '../../core/ports.ts';
import { isRefusal, type Refusal, refuse } from '../../core/refusal.ts';
import { matchesHash } from '../../secrets/hash.ts';
import { findApiKey } from '../../storage/api-keys.ts';
import { findActiveApplicationCredential } from '../../storage/application-credentials.ts';
import type { ApiContext } from '../context.ts';
import { refuseRateLimited } from '../rate-limit.ts';
import { presentedCredential } from './presented-credential.ts';

const invalid = refuse('auth.credentials_invalid');
const notAnApplication = refuse(
  'auth.forbidden',
  {},
  'Call from the application itself, with a client-credentials token.',
);

/** The API client behind a request. Whatever is wrong with the credential, the refusal is one and the same. */
export function authenticateClient(context: ApiContext, request: FastifyRequest): Promise<Caller | Refusal> {
  return withinFailureLimit(context, request, async () => {
    const credential = presentedCredential(request.headers);
    if (!credential) return invalid;
    return credential.kind === 'api-key'
      ? callerByApiKey(context, credential.text)
      : callerByToken(context, credential.text);
  });
}

/**
 * The application behind a request, client or not: the token alone is checked. An API key proves no application,
 * and a signed-in user's token none that acts by itself.
 */
export function authenticateApplication(
  context: ApiContext,
  request: FastifyRequest,
): Promise<VerifiedToken | Refusal> {
  return withinFailureLimit(context, request, async () => {
    const credential = presentedCredential(request.headers);
    if (!credential) return invalid;
    if (credential.kind === 'api-key') {
      const caller = await callerByApiKey(context, credential.text);
      return isRefusal(caller) ? caller : notAnApplication;
    }
    const token = await verifiedToken(context, credential.text);
    return !isRefusal(token) && token.isDelegated ? notAnApplication : token;
  });
}

async function callerByApiKey(context: ApiContext, text: string): Promise<Caller | Refusal> {
  const keyId = keyIdOf(text);
  const key = keyId && (await findApiKey(context.database, keyId));
  if (!key || !matchesHash(text, key.secretHash)) return invalid;
  const now = context.clock.now();
  if (!isKeyAlive(key, now) || !key.isClientEnabled) return invalid;
  context.credentialUses.note('api-key', key.keyId, now);
  return { client: key.client, token: null };
}

/** The credential is looked up first: a token that could belong to nobody is worth neither crypto nor a fetch. */
async function callerByToken(context: ApiContext, text: string): Promise<Caller | Refusal> {
  const claimed = context.tokenVerifier.claimedIdentity(text);
  const credential = claimed && (await findActiveApplicationCredential(context.database, claimed));
  if (!credential?.isClientEnabled) return invalid;
  const token = await verifiedToken(context, text);
  if (isRefusal(token)) return token;
  context.credentialUses.note('application', credential.credentialId, context.clock.now());
  return { client: credential.client, token };
}

async function verifiedToken(context: ApiContext, text: string): Promise<VerifiedToken | Refusal> {
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

/** An address with too many failures behind it is turned away before anything is spent on it. */
async function withinFailureLimit<Result>(
  { failedAttempts }: ApiContext,
  request: FastifyRequest,
  attempt: () => Promise<Result | Refusal>,
): Promise<Result | Refusal> {
  const before = failedAttempts.peek(request.ip);
  if (!before.allowed) return refuseRateLimited(before);
  const result = await attempt();
  if (!isRefusal(result) || result.code !== 'auth.credentials_invalid') return result;
  const counted = failedAttempts.count(request.ip);
  return counted.allowed ? result : refuseRateLimited(counted);
}
