import { createPrivateKey, type KeyObject, randomUUID, X509Certificate } from 'node:crypto';
import { SignJWT } from 'jose';
import type { ClientProof } from './client-credentials.ts';

export interface ClientCertificate {
  readonly privateKeyPem: string;
  readonly certificatePem: string;
}

export interface AssertionFacts {
  readonly clientId: string;
  /** The address of the token endpoint. */
  readonly audience: string;
  readonly now: Date;
}

const lifetimeSeconds = 5 * 60;

/** A signed client assertion (RFC 7523). Undefined if key and certificate do not match. */
export async function proveByCertificate(
  certificate: ClientCertificate,
  { clientId, audience, now }: AssertionFacts,
): Promise<ClientProof | undefined> {
  const pair = readPair(certificate);
  if (pair === undefined) return undefined;
  const seconds = Math.floor(now.getTime() / 1_000);
  const assertion = await new SignJWT()
    .setProtectedHeader({ alg: 'PS256', typ: 'JWT', 'x5t#S256': pair.thumbprint })
    .setIssuer(clientId)
    .setSubject(clientId)
    .setAudience(audience)
    .setJti(randomUUID())
    .setIssuedAt(seconds)
    .setNotBefore(seconds)
    .setExpirationTime(seconds + lifetimeSeconds)
    .sign(pair.privateKey);
  return {
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    client_assertion: assertion,
  };
}

function readPair({
  privateKeyPem,
  certificatePem,
}: ClientCertificate): { readonly privateKey: KeyObject; readonly thumbprint: string } | undefined {
  try {
    const privateKey = createPrivateKey(privateKeyPem);
    const certificate = new X509Certificate(certificatePem);
    if (privateKey.asymmetricKeyType !== 'rsa' || !certificate.checkPrivateKey(privateKey)) return undefined;
    const thumbprint = Buffer.from(certificate.fingerprint256.replaceAll(':', ''), 'hex').toString(
      'base64url',
    );
    return { privateKey, thumbprint };
  } catch {
    return undefined;
  }
}
