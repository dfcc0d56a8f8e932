import type { AfterLicenceEnd } from '../../workspaces/settings.ts';
import { type Entitlement, type Named, plansByRank, resolveEntitlement } from '../entitlement.ts';
import { accessAt, type EntitlementFacts } from '../in-force.ts';

/** The `typ` of each kind of signed text, so that none can pass for another. */
export const tokenTypes = {
  entitlement: 'tessera-entitlement+jwt',
  revoked: 'tessera-revoked+jwt',
  request: 'tessera-request+jwt',
  usage: 'tessera-usage+jwt',
} as const;

const secondsOfDay = 24 * 3_600;

/** How long after its end a token still counts, as stale. */
export const tokenGraceSeconds = 7 * secondsOfDay;
export const licenceFileGraceSeconds = 30 * secondsOfDay;

type TokenMode = 'Connected' | 'Offline';

/** The body of the entitlement read without `evaluatedAt`; each plan has its limits. */
interface SignedEntitlement extends Omit<Entitlement, 'evaluatedAt' | 'plans'> {
  readonly plans: readonly (Named & { readonly limits: Readonly<Record<string, number>> })[];
}

/** Times are whole seconds since 1970. */
export interface EntitlementClaims {
  readonly iss: string;
  readonly aud: string;
  readonly sub: string;
  readonly iat: number;
  readonly nbf: number;
  /** The end of the token, not of the contract. */
  readonly exp: number;
  readonly ver: number;
  readonly ent: SignedEntitlement;
  readonly grace: number;
  /** The access level after the grace period. */
  readonly after: AfterLicenceEnd;
  readonly mode: TokenMode;
  /** The thumbprint of the installation's public key. */
  readonly bind?: string;
}

export interface ClaimTerms {
  readonly issuer: string;
  readonly issuedAt: number;
  readonly expiresAt: number;
  readonly graceSeconds: number;
  readonly after: AfterLicenceEnd;
  readonly mode: TokenMode;
  readonly bind?: string | undefined;
}

/** Who signs: the workspace at the service's public URL. */
export function issuerOf(publicUrl: string, workspaceId: string): string {
  return `${publicUrl.replace(/\/+$/, '')}/${workspaceId}`;
}

/** The claims without `jti`; undefined for a tenant that holds nothing at this instant. */
export function entitlementClaims(
  facts: EntitlementFacts,
  now: Date,
  { issuer, issuedAt, expiresAt, graceSeconds, after, mode, bind }: ClaimTerms,
): EntitlementClaims | undefined {
  const ent = signedEntitlement(facts, now);
  if (ent.accessLevel === 'None') return undefined;
  return {
    iss: issuer,
    aud: ent.product.slug,
    sub: ent.tenantId,
    iat: issuedAt,
    nbf: issuedAt,
    exp: expiresAt,
    ver: ent.version,
    ent,
    grace: graceSeconds,
    after,
    mode,
    ...(bind !== undefined && { bind }),
  };
}

function signedEntitlement(facts: EntitlementFacts, now: Date): SignedEntitlement {
  const { evaluatedAt, ...entitlement } = resolveEntitlement(facts, now);
  const plans = plansByRank(accessAt(facts, now).inForce).map(({ slug, name, limits }) => ({
    slug,
    name,
    limits: Object.fromEntries(Object.entries(limits).sort(([a], [b]) => (a < b ? -1 : 1))),
  }));
  return { ...entitlement, plans };
}

const variant = 0x80;
const version = 0x80;

/** A UUID (version 8) of the first 16 bytes of a hash. */
export function idOfHash(hash: Uint8Array): string {
  const bytes = Array.from(hash.subarray(0, 16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | version;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | variant;
  const text = bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return [text.slice(0, 8), text.slice(8, 12), text.slice(12, 16), text.slice(16, 20), text.slice(20)].join(
    '-',
  );
}
