import { verifyToken } from './compact-jws.ts';
import type { SignedEntitlement } from './entitlement-claims.ts';
import type { PinnedKeys } from './pinned-keys.ts';
import { LicenceRefused } from './refusal.ts';

/** Characters. More than a hundred thousand files. */
const maxListLength = 16_777_216;

/**
 * The ids of the files that the signed list revokes. An old list is right, too: no revocation is ever undone. Throws
 * `LicenceRefused` for a list that no key has signed, or of another issuer.
 */
export async function revokedIds(
  list: string,
  { issuer }: Pick<SignedEntitlement, 'issuer'>,
  keys: PinnedKeys,
): Promise<readonly unknown[]> {
  const rules = { type: 'tessera-revoked+jwt', keys, maxLength: maxListLength } as const;
  const { iss, revoked } = await verifyToken(String(list).trim(), rules);
  if (iss !== issuer) throw new LicenceRefused('other_issuer', `The revocation list is not from ${issuer}.`);
  if (!Array.isArray(revoked)) throw new LicenceRefused('wrong_claims', 'The revocation list has no list.');
  return revoked.map((entry) => Object(entry).jti);
}
