import type { FastifyReply, FastifyRequest } from 'fastify';
import { keyIdOf } from '../../core/clients/api-key.ts';
import { isKeyAlive } from '../../core/clients/credential.ts';
import { isRefusal, type Refusal, refuse } from '../../core/refusal.ts';
import { matchesHash } from '../../secrets/hash.ts';
import { findServiceAccountKey, type StoredServiceAccountKey } from '../../storage/clients/api-keys.ts';
import { withinFailureLimit } from '../authentication/authenticate.ts';
import { presentedCredential } from '../authentication/presented-credential.ts';
import { SharedAttempts } from '../authentication/shared-attempts.ts';
import type { ApiContext } from '../context.ts';

const invalid = refuse('auth.credentials_invalid');

/** Any text with the prefix, so that a mistyped key is refused as a key. */
export function presentedServiceAccountKey(request: FastifyRequest): string | undefined {
  const credential = presentedCredential(request.raw);
  return credential?.kind === 'token' && credential.text.startsWith('tsa_') ? credential.text : undefined;
}

export type ServiceAccountAuthentication = (
  request: FastifyRequest,
  reply: FastifyReply,
  text: string,
) => Promise<StoredServiceAccountKey | Refusal>;

/**
 * Looks the key up for every request, so that a revoked one is refused at once on every node. Concurrent requests with
 * the same key share a look-up: a burst of a valid account does not count as failed attempts.
 */
export function authenticateServiceAccounts(context: ApiContext): ServiceAccountAuthentication {
  const attempts = new SharedAttempts<StoredServiceAccountKey>();
  const lookUp = async (text: string): Promise<StoredServiceAccountKey | Refusal> => {
    const keyId = keyIdOf(text, 'tsa');
    const key = keyId && (await findServiceAccountKey(context.database, keyId));
    if (!key || !matchesHash(text, key.secretHash)) return invalid;
    return isKeyAlive(key, context.clock.now()) ? key : invalid;
  };
  return (request, reply, text) =>
    attempts.share<Refusal>(
      text,
      () => withinFailureLimit(context, request, reply, () => lookUp(text)),
      (result): result is StoredServiceAccountKey => !isRefusal(result),
    );
}
