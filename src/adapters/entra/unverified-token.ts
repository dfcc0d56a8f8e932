import { decodeJwt, decodeProtectedHeader } from 'jose';
import { readTokenOrigin, type TokenOrigin } from '../../core/clients/token.ts';
import { acceptedAlgorithms } from './signing-key.ts';

export interface UnverifiedToken {
  readonly origin: TokenOrigin;
  readonly keyId: string;
  readonly algorithm: string;
}

const lengthLimit = 16 * 1024;
const threeParts = /^[\w-]+\.[\w-]+\.[\w-]+$/;

/** The unverified content of a token; undefined if it can never be valid. */
export function readUnverifiedToken(text: string): UnverifiedToken | undefined {
  if (text.length > lengthLimit || !threeParts.test(text)) return undefined;
  try {
    const { alg, kid, crit } = decodeProtectedHeader(text);
    const origin = readTokenOrigin(decodeJwt(text));
    // A critical extension could change the meaning of the signature; this provider uses none.
    if (origin === undefined || crit !== undefined) return undefined;
    if (typeof kid !== 'string' || alg === undefined || !acceptedAlgorithms.includes(alg)) return undefined;
    return { origin, keyId: kid, algorithm: alg };
  } catch {
    return undefined;
  }
}
