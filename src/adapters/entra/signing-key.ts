import { createPublicKey, type KeyObject } from 'node:crypto';

export const acceptedAlgorithms: readonly string[] = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'];

export interface SigningKey {
  readonly publicKey: KeyObject;
  /** The only allowed algorithm, if the provider names one. */
  readonly algorithm: string | undefined;
  /** Set when the provider stops publishing the key, which invalidates cached tokens. */
  isWithdrawn: boolean;
}

const minModulusBits = 2048;
/** Importing a key is slow; identity providers publish about ten. */
const maxKeys = 100;

/** The signing keys of the tenant for these issuers, by key id. Invalid keys are skipped. */
export function readSigningKeys(
  keySet: unknown,
  tenantId: string,
  issuers: readonly string[],
): Map<string, SigningKey> {
  const keys = new Map<string, SigningKey>();
  for (const jwk of listOf(keySet)) {
    const { kid, use = 'sig', alg, issuer } = jwk;
    if (typeof kid !== 'string' || use !== 'sig') continue;
    if (issuer !== undefined && !issuers.includes(String(issuer).replace('{tenantid}', tenantId))) continue;
    const publicKey = readPublicKey(jwk);
    if (publicKey === undefined) continue;
    keys.set(kid, { publicKey, algorithm: typeof alg === 'string' ? alg : undefined, isWithdrawn: false });
  }
  return keys;
}

type Jwk = Readonly<Record<string, unknown>>;

function listOf(keySet: unknown): Jwk[] {
  const keys = (keySet as { keys?: unknown } | null)?.keys;
  const list = Array.isArray(keys) ? keys.slice(0, maxKeys) : [];
  return list.filter((key) => typeof key === 'object' && key !== null);
}

function readPublicKey({ kty, n, e }: Jwk): KeyObject | undefined {
  if (kty !== 'RSA' || typeof n !== 'string' || typeof e !== 'string') return undefined;
  try {
    const key = createPublicKey({ key: { kty, n, e }, format: 'jwk' });
    return (key.asymmetricKeyDetails?.modulusLength ?? 0) >= minModulusBits ? key : undefined;
  } catch {
    return undefined;
  }
}

export function isSameKey(one: SigningKey, other: SigningKey): boolean {
  return one.algorithm === other.algorithm && one.publicKey.equals(other.publicKey);
}
