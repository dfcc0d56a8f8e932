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

/** What a token says of itself before anything is proven, or undefined when no key could ever prove it. */
export function readUnverifiedToken(text: string): UnverifiedToken | undefined {
  if (text.length > lengthLimit || !threeParts.test(text)) return undefined;
  try {
    const { alg, kid, crit } = decodeProtectedHeader(text);
    const origin = readTokenOrigin(decodeJwt(text));
    // An extension marked critical could change what is signed; no token of this provider has one.
    if (origin === undefined || crit !== undefined) return undefined;
    if (typeof kid !== 'string' || alg === undefined || !acceptedAlgorithms.includes(alg)) return undefined;
    return { origin, keyId: kid, algorithm: alg };
  } catch {
    return undefined;
  }
}
