import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';

/** An Ed25519 key as `x` of its JWK, named by its thumbprint. */
export interface PublicSigningKey {
  readonly kid: string;
  readonly x: string;
}

export interface SigningKey extends PublicSigningKey {
  readonly privateKey: KeyObject;
}

export const seedLength = 32;
const keyLength = 32;
const signatureLength = 64;

/** PKCS #8 (RFC 8410) of an Ed25519 private key is this and the seed. */
const privateKeyPrefix = Buffer.from('302e020100300506032b657004220420', 'hex');

/** The key of a seed: 32 random bytes, which are all there is to keep secret. */
export function signingKeyFrom(seed: Uint8Array): SigningKey {
  if (seed.length !== seedLength) throw new Error(`The seed of a signing key has ${seedLength} bytes`);
  const der = Buffer.concat([privateKeyPrefix, seed]);
  const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  const { x } = createPublicKey(privateKey).export({ format: 'jwk' });
  if (x === undefined) throw new Error('The signing key has no public part');
  return { kid: thumbprintOf(x), x, privateKey };
}

/** The RFC 7638 thumbprint of the public key. */
export function thumbprintOf(x: string): string {
  return createHash('sha256')
    .update(JSON.stringify({ crv: 'Ed25519', kty: 'OKP', x }))
    .digest('base64url');
}

/** Whether the text is `x` of an Ed25519 JWK. */
export function isPublicKey(x: string): boolean {
  return bytesOf(x)?.length === keyLength;
}

/** A compact JWS with exactly the header members `alg`, `kid` and `typ`. The same claims always give the same token. */
export function signCompact(header: { readonly typ: string }, claims: object, key: SigningKey): string {
  const head = encoded(JSON.stringify({ alg: 'EdDSA', kid: key.kid, typ: header.typ }));
  const input = `${head}.${encoded(JSON.stringify(claims))}`;
  return `${input}.${sign(null, Buffer.from(input), key.privateKey).toString('base64url')}`;
}

/** A token whose signature has not been checked. */
export interface UnverifiedToken {
  readonly kid: string;
  /** The claims as JSON text. */
  readonly payload: string;
}

/**
 * Reads a compact JWS without checking its signature; undefined unless it is in canonical form, has exactly the three
 * header members, each once, the algorithm EdDSA and this type.
 */
export function readCompact(token: string, typ: string): UnverifiedToken | undefined {
  const [head = '', body = '', signature = '', ...rest] = token.split('.', 4);
  if (rest.length > 0 || bytesOf(signature)?.length !== signatureLength) return undefined;
  const [headText, payload] = [textOf(head), textOf(body)];
  if (headText === undefined || payload === undefined) return undefined;
  const kid = kidOf(headText, typ);
  return kid === undefined ? undefined : { kid, payload };
}

/** The claims as JSON text, if the token has this type and was signed with this key. */
export function verifyCompact(token: string, typ: string, { kid, x }: PublicSigningKey): string | undefined {
  const read = readCompact(token, typ);
  if (read?.kid !== kid || !isPublicKey(x)) return undefined;
  const end = token.lastIndexOf('.');
  const signature = Buffer.from(token.slice(end + 1), 'base64url');
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  return verify(null, Buffer.from(token.slice(0, end)), key, signature) ? read.payload : undefined;
}

function kidOf(headText: string, typ: string): string | undefined {
  try {
    const header: unknown = JSON.parse(headText);
    if (typeof header !== 'object' || header === null) return undefined;
    // A repeated member is lost when it is parsed.
    if (JSON.stringify(header) !== headText || Object.keys(header).sort().join() !== 'alg,kid,typ') {
      return undefined;
    }
    const { alg, kid, typ: found } = header as Readonly<Record<'alg' | 'kid' | 'typ', unknown>>;
    return alg === 'EdDSA' && found === typ && typeof kid === 'string' ? kid : undefined;
  } catch {
    return undefined;
  }
}

const encoded = (text: string) => Buffer.from(text).toString('base64url');

/** Undefined unless the text is the one base64url form of its bytes. */
function bytesOf(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64url');
  return bytes.length > 0 && bytes.toString('base64url') === text ? bytes : undefined;
}

/** Undefined unless the bytes are UTF-8. */
function textOf(part: string): string | undefined {
  const bytes = bytesOf(part);
  const text = bytes?.toString('utf8');
  return text !== undefined && bytes?.equals(Buffer.from(text)) ? text : undefined;
}
