import { createPublicKey, verify } from 'node:crypto';
import { readFile } from 'node:fs/promises';

interface UsageClaims {
  readonly jti: string;
  readonly lic: string;
  readonly iss: string;
  readonly aud: string;
  readonly sub: string;
  readonly seq: number;
  readonly events: readonly { readonly id: string; readonly dimension: string; readonly quantity: number }[];
}

/** The claims of a request or usage file, verified by `node:crypto` with the installation's public key. */
export function readSigned(text: string, kind: 'REQUEST' | 'USAGE', x: string): Record<string, unknown> {
  const pattern = new RegExp(
    `^-----BEGIN TESSERA ${kind}-----\\n([\\w.\\-\\n]+)\\n-----END TESSERA ${kind}-----\\n$`,
  );
  const [, lines = ''] = pattern.exec(text) ?? [];
  if (lines.split('\n').some((line) => line.length > 64)) throw new Error('A line is too long');
  const [header = '', claims = '', signature = ''] = lines.replaceAll('\n', '').split('.');
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  if (!verify(null, Buffer.from(`${header}.${claims}`), key, Buffer.from(signature, 'base64url'))) {
    throw new Error('The signature is wrong');
  }
  const parse = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString());
  return { ...parse(claims), header: parse(header) };
}

export async function readUsage(path: string, x: string): Promise<UsageClaims> {
  return readSigned(await readFile(path, 'utf8'), 'USAGE', x) as unknown as UsageClaims;
}
