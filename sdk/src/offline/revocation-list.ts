import { verifyToken } from './compact-jws.ts';
import type { SignedEntitlement } from './entitlement-claims.ts';
import type { PinnedKeys } from './pinned-keys.ts';
import { LicenceRefused } from './refusal.ts';

const maxListLength = 4_194_304;

/**
 * Whether the signed list revokes the file. An old list is right, too: no revocation is ever undone. Throws `LicenceRefused` for a
 * list that no key has signed, or of another issuer.
 */
export async function isRevokedBy(
  list: string,
  { jti, issuer }: Pick<SignedEntitlement, 'jti' | 'issuer'>,
  keys: PinnedKeys,
): Promise<boolean> {
  const rules = { type: 'tessera-revoked+jwt', keys, maxLength: maxListLength } as const;
  const { iss, revoked } = await verifyToken(String(list).trim(), rules);
  if (iss !== issuer) throw new LicenceRefused('other_issuer', `The revocation list is not from ${issuer}.`);
  if (!Array.isArray(revoked)) throw new LicenceRefused('wrong_claims', 'The revocation list has no list.');
  return revoked.some((entry) => Object(entry).jti === jti);
}
