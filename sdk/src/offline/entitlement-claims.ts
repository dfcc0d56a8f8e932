import { isEntitlementOf } from '../entitlements/entitlement-document.ts';
import type { EntitlementDocument } from '../types.ts';
import { type Claims, verifyToken } from './compact-jws.ts';
import type { PinnedKeys } from './pinned-keys.ts';
import { LicenceRefused } from './refusal.ts';

/** Characters of an entitlement token. The largest catalogue makes less than half of it. */
export const maxTokenLength = 262_144;

/** A signed entitlement. Times are milliseconds since 1970. */
export interface SignedEntitlement {
  readonly token: string;
  readonly jti: string;
  readonly issuer: string;
  readonly product: string;
  readonly tenantId: string;
  readonly version: number;
  readonly issuedAt: number;
  readonly validFrom: number;
  readonly expiresAt: number;
  /** When the grace period ends. */
  readonly endsAt: number;
  readonly after: 'ReadOnly' | 'None';
  readonly mode: 'Connected' | 'Offline';
  /** The thumbprint of the installation's key. */
  readonly bind: string | undefined;
  /** The body with the time of issue as `evaluatedAt`. */
  readonly document: EntitlementDocument;
}

interface Expected {
  readonly product: string;
  readonly issuer: string | undefined;
  readonly keys: PinnedKeys;
}

/** What a token says, if one of the keys has signed it for this product. Throws `LicenceRefused`. */
export async function verifyEntitlement(
  token: string,
  { product, issuer, keys }: Expected,
): Promise<SignedEntitlement> {
  const rules = { type: 'tessera-entitlement+jwt', keys, maxLength: maxTokenLength } as const;
  const signed = readEntitlement(token, await verifyToken(token, rules));
  if (issuer !== undefined && signed.issuer !== issuer.replace(/\/+$/, '')) {
    throw new LicenceRefused('other_issuer', `The file is from ${signed.issuer}, not from ${issuer}.`);
  }
  if (signed.product !== product) {
    throw new LicenceRefused(
      'other_product',
      `The file is for the product ${signed.product}, not for ${product}.`,
    );
  }
  return signed;
}

/** Throws `LicenceRefused` for claims that no service of Tessera makes. */
export function readEntitlement(token: string, claims: Claims): SignedEntitlement {
  const { iss, aud, sub, jti, iat, nbf, exp, ver, ent, grace, after, mode, bind } = claims;
  const seconds = (name: string, value: unknown) => {
    // Within what a Date can be.
    if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 && value < 1e11) return value;
    return wrong(name);
  };
  const issuedAt = seconds('iat', iat) * 1_000;
  const expiresAt = seconds('exp', exp) * 1_000;
  const tenantId = text('sub', sub);
  const product = text('aud', aud);
  const body = { ...Object(ent), evaluatedAt: new Date(issuedAt).toISOString() };
  return {
    token,
    jti: text('jti', jti),
    issuer: text('iss', iss),
    product,
    tenantId,
    version: seconds('ver', ver),
    issuedAt,
    validFrom: seconds('nbf', nbf) * 1_000,
    expiresAt,
    endsAt: expiresAt + seconds('grace', grace) * 1_000,
    after: after === 'ReadOnly' || after === 'None' ? after : wrong('after'),
    mode: mode === 'Connected' || mode === 'Offline' ? mode : wrong('mode'),
    bind: bind === undefined ? undefined : text('bind', bind),
    document: isEntitlementOf(body, tenantId, product) ? body : wrong('ent'),
  };
}

function text(name: string, value: unknown): string {
  return typeof value === 'string' && value !== '' && value.length <= 2_048 ? value : wrong(name);
}

function wrong(name: string): never {
  throw new LicenceRefused('wrong_claims', `The claim ${name} is missing or wrong.`);
}
