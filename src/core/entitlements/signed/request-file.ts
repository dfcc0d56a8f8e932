import { type Refusal, refuse } from '../../refusal.ts';
import { isRawObject } from '../../values/read-members.ts';
import { isName, nameMessage } from '../../values/text.ts';
import { type Installation, maxInstallationNameLength } from './licence-file.ts';

/** Characters; the file has no others than ASCII. */
export const maxRequestFileLength = 4 * 1024;

const day = 24 * 3_600_000;
const maxAge = 90 * day;
const maxAhead = day;

/** Which check of a request file failed. */
type RequestFileCheck = 'Format' | 'Key' | 'Thumbprint' | 'Signature' | 'Product' | 'Name' | 'Age';

/** A signed file as it was read: nothing of it is trusted. */
export interface ReadToken {
  /** The key that it says has signed it. */
  readonly kid: string;
  readonly claims: unknown;
}

/** The cryptography that the core does not do itself. */
interface RequestCryptography {
  /** The RFC 7638 thumbprint of an Ed25519 public key. */
  readonly thumbprintOf: (publicKey: string) => string;
  /** Whether the key made the signature of the file. */
  readonly isSignedBy: (publicKey: string) => boolean;
}

interface RequestContext extends RequestCryptography {
  /** The slug of the product that a licence file is asked for. */
  readonly product: string;
  readonly now: Date;
}

/** The first check that fails is the refusal. The file proves that the installation holds the key, nothing else. */
export function readRequestFile(file: ReadToken | null, context: RequestContext): Installation | Refusal {
  if (!file || !isRawObject(file.claims)) {
    return invalid(
      'Format',
      'The text is not a request file. Upload the file that the installation has written.',
    );
  }
  const { kid, claims } = file;
  const publicKey = publicKeyOf(claims.jwk);
  if (publicKey === undefined) return invalid('Key', 'The file has no Ed25519 public key.');
  const thumbprint = context.thumbprintOf(publicKey);
  if (kid !== thumbprint) return invalid('Thumbprint', 'The file names another key than it carries.');
  if (!context.isSignedBy(publicKey)) {
    return invalid('Signature', 'The signature does not match. The file was changed or is not complete.');
  }
  if (claims.aud !== context.product) {
    return invalid('Product', `The installation asks for another product than ${context.product}.`);
  }
  const { name } = claims;
  if (typeof name !== 'string' || !isName(name, maxInstallationNameLength)) {
    return invalid('Name', `The name of the installation ${nameMessage(maxInstallationNameLength)}.`);
  }
  if (!isRecent(claims.iat, context.now)) {
    return invalid(
      'Age',
      'The file is older than 90 days, or from the future. Write another; check the clock.',
    );
  }
  return { name, publicKey, thumbprint };
}

/** 32 bytes as base64url without padding; the last character carries four bits. */
const ed25519PublicKey = /^[\w-]{42}[AEIMQUYcgkosw048]$/;

function publicKeyOf(jwk: unknown): string | undefined {
  if (!isRawObject(jwk) || jwk.kty !== 'OKP' || jwk.crv !== 'Ed25519') return undefined;
  return typeof jwk.x === 'string' && ed25519PublicKey.test(jwk.x) ? jwk.x : undefined;
}

function isRecent(iat: unknown, now: Date): boolean {
  if (typeof iat !== 'number' || !Number.isInteger(iat)) return false;
  const madeAt = iat * 1_000;
  return madeAt >= now.getTime() - maxAge && madeAt <= now.getTime() + maxAhead;
}

function invalid(check: RequestFileCheck, detail: string): Refusal {
  return refuse('licence_file.request_invalid', { check }, detail);
}
