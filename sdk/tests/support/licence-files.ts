import { createHash, generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto';
import type { EntitlementDocument } from '../../src/types.ts';
import { entitlementDocument } from './scripted-service.ts';

export const issuer = 'https://tessera.example/019b76da-a800-7664-9c6b-7ebae3829be1';
export const holder = 'b0000000-0000-4000-8000-000000000001';

/** 2026-11-15T09:00:00Z, when the files are issued. */
export const issuedAt = 1_794_733_200;
export const day = 86_400;

const base64url = (value: unknown) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');

/** A key that signs as the service does, by `node:crypto`. */
export class SigningKey {
  readonly privateKey: KeyObject;
  readonly x: string;
  readonly kid: string;

  constructor() {
    const { privateKey, publicKey } = generateKeyPairSync('ed25519');
    this.privateKey = privateKey;
    this.x = String(publicKey.export({ format: 'jwk' }).x);
    this.kid = createHash('sha256')
      .update(JSON.stringify({ crv: 'Ed25519', kty: 'OKP', x: this.x }))
      .digest('base64url');
  }

  get jwks() {
    return {
      keys: [{ kty: 'OKP', crv: 'Ed25519', x: this.x, kid: this.kid, use: 'sig', alg: 'EdDSA' }],
    };
  }

  /** Of a licence file; a text is taken as it is. */
  token(claims: object | string, header: object | string = this.header()): string {
    return this.signed(`${base64url(header)}.${base64url(claims)}`);
  }

  header(typ = 'tessera-entitlement+jwt') {
    return { alg: 'EdDSA', kid: this.kid, typ };
  }

  signed(text: string): string {
    return `${text}.${sign(null, Buffer.from(text), this.privateKey).toString('base64url')}`;
  }
}

/** Of a licence file of 31 days with a grace period of 30. */
export function licenceClaims(
  change: object = {},
  document: Partial<EntitlementDocument> = {},
): Record<string, unknown> {
  const { evaluatedAt: _, ...ent } = entitlementDocument(holder, 'aqueduct', {
    version: 7,
    change: document,
  });
  return {
    iss: issuer,
    aud: 'aqueduct',
    sub: holder,
    jti: randomUUID(),
    iat: issuedAt,
    nbf: issuedAt,
    exp: issuedAt + 31 * day,
    ver: ent.version,
    ent,
    grace: 30 * day,
    after: 'ReadOnly',
    mode: 'Offline',
    ...change,
  };
}

/** The file as the service writes it. */
export function licenceFile(token: string): string {
  const lines = token.match(/.{1,64}/g) ?? [];
  return `-----BEGIN TESSERA LICENCE-----\n${lines.join('\n')}\n-----END TESSERA LICENCE-----\n`;
}

export function revocationList(key: SigningKey, revoked: readonly string[], change: object = {}): string {
  const nextUpdate = issuedAt + day;
  const entries = revoked.map((jti) => ({ jti, exp: issuedAt + 31 * day, revokedAt: issuedAt }));
  const claims = { iss: issuer, iat: issuedAt, exp: nextUpdate, nextUpdate, revoked: entries, ...change };
  return key.token(claims, key.header('tessera-revoked+jwt'));
}
