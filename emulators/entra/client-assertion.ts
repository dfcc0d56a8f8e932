import { X509Certificate } from 'node:crypto';
import { compactVerify, decodeJwt, decodeProtectedHeader } from 'jose';
import type { Application } from './directory.ts';
import type { Failure } from './failure.ts';

export const ASSERTION_TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';

const ALGORITHMS = ['RS256', 'PS256'];
const LEEWAY_SECONDS = 300;

/**
 * Checks an assertion's subject, audience, validity and signature by
 * one of the application's certificates, which the header names by SHA-256 (`x5t#S256`) or SHA-1 (`x5t`) thumbprint.
 */
export async function checkAssertion(
  application: Application,
  assertion: string,
  tenantId: string,
  now: Date,
): Promise<Failure | undefined> {
  const subject = application.clientId;
  const claims = await signedClaims(application, assertion);
  if (claims === undefined) return { failure: 'wrongAssertion', subject };
  if (![claims.iss, claims.sub].every((id) => String(id).toLowerCase() === subject)) {
    return { failure: 'assertionOfAnother', subject };
  }
  if (!isTokenEndpoint(claims.aud, tenantId)) {
    return { failure: 'assertionForAnother', subject: String(claims.aud) };
  }
  const seconds = now.getTime() / 1000;
  const { exp, nbf = 0 } = claims;
  const isOfThisTime =
    typeof exp === 'number' && seconds < exp + LEEWAY_SECONDS && seconds > nbf - LEEWAY_SECONDS;
  return isOfThisTime ? undefined : { failure: 'expiredAssertion', subject };
}

async function signedClaims({ certificates = [] }: Application, assertion: string) {
  try {
    const { x5t, 'x5t#S256': x5tS256 } = decodeProtectedHeader(assertion) as Record<string, unknown>;
    const certificate = certificates
      .map((pem) => new X509Certificate(pem))
      .find(({ fingerprint, fingerprint256 }) =>
        x5tS256 === undefined ? isThumbprint(x5t, fingerprint) : isThumbprint(x5tS256, fingerprint256),
      );
    if (certificate === undefined) return undefined;
    await compactVerify(assertion, certificate.publicKey, { algorithms: ALGORITHMS });
    return decodeJwt(assertion);
  } catch {
    return undefined;
  }
}

/** Over http or https. */
function isTokenEndpoint(audience: unknown, tenantId: string): boolean {
  if (typeof audience !== 'string' || !URL.canParse(audience)) return false;
  const path = new URL(audience).pathname.toLowerCase();
  return ['oauth2/v2.0/token', 'oauth2/token', 'v2.0'].some((rest) => path === `/${tenantId}/${rest}`);
}

/** Libraries write the same bytes in base64 or base64url, padded or not. */
function isThumbprint(written: unknown, fingerprint: string): boolean {
  if (typeof written !== 'string' || !/^[A-Za-z0-9+/_-]+={0,2}$/.test(written)) return false;
  return Buffer.from(written, 'base64').equals(Buffer.from(fingerprint.replaceAll(':', ''), 'hex'));
}
