import { TesseraConfigurationError } from '../errors.ts';

interface Certified {
  readonly clientId: string;
  readonly certificate: { readonly certificate: string; readonly privateKey: string };
}

const lifetimeSeconds = 5 * 60;
const signing = { name: 'RSA-PSS', hash: 'SHA-256', saltLength: 32 };

/** The form members that prove a client by its certificate (RFC 7523). */
export async function assertion(
  { clientId, certificate }: Certified,
  endpoint: string,
  now: number,
): Promise<Record<string, string>> {
  const key = await importKey(certificate.privateKey);
  const thumbprint = await crypto.subtle.digest('SHA-256', pemBytes('CERTIFICATE', certificate.certificate));
  const seconds = Math.floor(now / 1_000);
  const header = { alg: 'PS256', typ: 'JWT', 'x5t#S256': base64url(new Uint8Array(thumbprint)) };
  const claims = {
    iss: clientId,
    sub: clientId,
    aud: endpoint,
    jti: crypto.randomUUID(),
    iat: seconds,
    nbf: seconds,
    exp: seconds + lifetimeSeconds,
  };
  const encode = (value: object) => base64url(new TextEncoder().encode(JSON.stringify(value)));
  const signed = `${encode(header)}.${encode(claims)}`;
  const signature = await crypto.subtle.sign(signing, key, new TextEncoder().encode(signed));
  return {
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    client_assertion: `${signed}.${base64url(new Uint8Array(signature))}`,
  };
}

async function importKey(pem: string) {
  const bytes = pemBytes('PRIVATE KEY', pem);
  try {
    return await crypto.subtle.importKey('pkcs8', bytes, signing, false, ['sign']);
  } catch (cause) {
    const message = 'credential.certificate.privateKey is not an RSA key in PKCS #8.';
    throw new TesseraConfigurationError(message, { cause });
  }
}

function pemBytes(label: string, pem: string): Uint8Array<ArrayBuffer> {
  const [, body] = new RegExp(`-----BEGIN ${label}-----([\\s\\S]+?)-----END ${label}-----`).exec(pem) ?? [];
  try {
    if (body) return Uint8Array.from(atob(body.replaceAll(/\s/g, '')), (char) => char.charCodeAt(0));
  } catch {
    // Not base64.
  }
  throw new TesseraConfigurationError(
    `credential.certificate needs a PEM text with BEGIN ${label}. An encrypted or PKCS #1 key is converted by: ` +
      'openssl pkcs8 -topk8 -nocrypt -in key.pem',
  );
}

function base64url(bytes: Uint8Array): string {
  const text = String.fromCharCode(...bytes);
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
