import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { keyIdOf } from '../../core/api-key.ts';
import { isKeyAlive } from '../../core/credential.ts';
import type { VerifiedToken } from '../../core/ports.ts';
import { isRefusal, type Refusal, refuse } from '../../core/refusal.ts';
import { matchesHash } from '../../secrets/hash.ts';
import { findApiKey } from '../../storage/api-keys.ts';
import {
  findActiveApplicationCredential,
  findActiveCredentialOfApplication,
} from '../../storage/application-credentials.ts';
import type { ApiContext } from '../context.ts';
import { refuseRateLimited } from '../rate-limit.ts';
import type { AcceptedCaller } from './known-callers.ts';
import { presentedCredential } from './presented-credential.ts';

const invalid = refuse('auth.credentials_invalid');
const notAnApplication = refuse(
  'auth.forbidden',
  {},
  'Call from the application itself, with a client-credentials token.',
);

/** Somebody known, whose credential was accepted before: no crypto, no database, no waiting. */
export function knownCaller(
  { knownCallers }: ApiContext,
  headers: IncomingHttpHeaders,
  now: Date,
): AcceptedCaller | undefined {
  const credential = presentedCredential(headers);
  return credential && knownCallers.find(credential.text, now);
}

/** The API client behind a request. Whatever is wrong with the credential, the refusal is one and the same. */
export function authenticateClient(
  context: ApiContext,
  request: FastifyRequest,
): Promise<AcceptedCaller | Refusal> {
  return withinFailureLimit(context, request, async () => {
    const credential = presentedCredential(request.headers);
    if (!credential) return invalid;
    const lookUp = () =>
      credential.kind === 'api-key'
        ? callerByApiKey(context, credential.text)
        : callerByToken(context, credential.text);
    return context.knownCallers.learn<Refusal>(
      credential.text,
      context.clock.now(),
      lookUp,
      (result): result is AcceptedCaller => !isRefusal(result),
    );
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
      const accepted = await callerByApiKey(context, credential.text);
      return isRefusal(accepted) ? accepted : notAnApplication;
    }
    const token = await verifiedToken(context, credential.text);
    return !isRefusal(token) && token.isDelegated ? notAnApplication : token;
  });
}

async function callerByApiKey(context: ApiContext, text: string): Promise<AcceptedCaller | Refusal> {
  const keyId = keyIdOf(text);
  const key = keyId && (await findApiKey(context.database, keyId));
  if (!key || !matchesHash(text, key.secretHash)) return invalid;
  if (!isKeyAlive(key, context.clock.now()) || !key.isClientEnabled) return invalid;
  return {
    caller: { client: key.client, token: null },
    expiresAt: key.expiresAt,
    use: { kind: 'api-key', id: key.keyId },
  };
}

/**
 * The credential is looked up first: a token that could belong to nobody is worth neither crypto nor a fetch. A
 * signed-in user's token comes from the customer's tenant, so there the application alone leads to its client.
 */
async function callerByToken(context: ApiContext, text: string): Promise<AcceptedCaller | Refusal> {
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
    expiresAt: token.expiresAt,
    use: { kind: 'application', id: credential.credentialId },
  };
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
