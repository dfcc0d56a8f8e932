import { decodeBase64url, encodeBase64url } from './base64url.ts';
import { algorithm, type InstallationKey, importPrivateKey, thumbprintOf } from './ed25519.ts';
import type { PinnedKeys } from './pinned-keys.ts';
import { LicenceRefused } from './refusal.ts';
import { parseStrictObject } from './strict-json.ts';

export type TokenType =
  | 'tessera-entitlement+jwt'
  | 'tessera-revoked+jwt'
  | 'tessera-request+jwt'
  | 'tessera-usage+jwt';

export type Claims = Readonly<Record<string, unknown>>;

const maxHeaderLength = 1_024;
const signatureBytes = 64;
const allowedHeaders = ['alg', 'kid', 'typ'];

export interface TokenRules {
  readonly type: TokenType;
  readonly keys: PinnedKeys;
  /** Characters. */
  readonly maxLength: number;
}

/** The claims of a token that one of the keys has signed. Nothing in the token chooses key or algorithm. Throws `LicenceRefused`. */
export async function verifyToken(token: string, { type, keys, maxLength }: TokenRules): Promise<Claims> {
  const { header, payload, signature, signed } = split(token, maxLength);
  const kid = readHeader(header, type);
  const key = keys.get(kid);
  if (!key) {
    throw new LicenceRefused(
      'unknown_key',
      `The key ${kid.slice(0, 64)} is not among the pinned keys: use an application that knows it, or a file that a known key has signed.`,
    );
  }
  if (!(await crypto.subtle.verify(algorithm, await key, signature, signed))) {
    throw new LicenceRefused(
      'wrong_signature',
      'The signature is wrong: the file was changed. Take it again from its source.',
    );
  }
  return parseStrictObject(payload) ?? malformed('its claims are no JSON object with each member once');
}

/** A token that the installation has signed with its own key. */
export async function signToken(type: TokenType, claims: Claims, key: InstallationKey): Promise<string> {
  const header = { alg: 'EdDSA', kid: await thumbprintOf(key), typ: type };
  const signed = [header, claims]
    .map((part) => encodeBase64url(new TextEncoder().encode(JSON.stringify(part))))
    .join('.');
  const bytes = new TextEncoder().encode(signed);
  const signature = await crypto.subtle.sign(algorithm, await importPrivateKey(key), bytes);
  return `${signed}.${encodeBase64url(new Uint8Array(signature))}`;
}

/** The claims of a token, verified by nobody: for people, and for what the service verifies. Throws `LicenceRefused`. */
export function readUnverified(token: string, type: TokenType, maxLength: number): Claims {
  const { header, payload } = split(token, maxLength);
  readHeader(header, type);
  return parseStrictObject(payload) ?? malformed('its claims are no JSON object with each member once');
}

function split(token: string, maxLength: number) {
  if (typeof token !== 'string') malformed('it is no text');
  if (token.length > maxLength) {
    throw new LicenceRefused(
      'too_large',
      `The token has ${token.length} characters; ${maxLength} are allowed.`,
    );
  }
  const parts = token.split('.', 4);
  const [header = '', payload = '', end = ''] = parts;
  if (parts.length !== 3 || header.length > maxHeaderLength) malformed('a token has three parts');
  const [headerBytes, payloadBytes, signature] = [header, payload, end].map(decodeBase64url);
  if (!headerBytes || !payloadBytes || signature?.length !== signatureBytes) {
    return malformed('its parts are not base64url, or the signature has another length');
  }
  const signed = new TextEncoder().encode(`${header}.${payload}`);
  return { header: headerBytes, payload: payloadBytes, signature, signed };
}

/** Returns the key's id. No other member is allowed: none can name a key, an address or an extension. */
function readHeader(bytes: Uint8Array, type: TokenType): string {
  const header =
    parseStrictObject(bytes) ?? malformed('its header is not a JSON object with each member once');
  const other = Object.keys(header).find((name) => !allowedHeaders.includes(name));
  if (other !== undefined) {
    throw new LicenceRefused(
      'header_not_allowed',
      `The header has "${other.slice(0, 64)}": only alg, kid and typ are allowed.`,
    );
  }
  if (header.alg !== 'EdDSA')
    throw new LicenceRefused('algorithm_not_allowed', 'The algorithm is not EdDSA.');
  if (header.typ !== type) throw new LicenceRefused('type_not_allowed', `The type is not ${type}.`);
  return typeof header.kid === 'string' ? header.kid : malformed('its header has no key id');
}

function malformed(why: string): never {
  throw new LicenceRefused('malformed', `This is no file of Tessera: ${why}. Take it again from its source.`);
}
