import { createHash, createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { CompactSign } from 'jose';
import { generate } from 'selfsigned';
import { issuerOf } from '../shell/issuer.ts';
import { CONSUMERS_TENANT_ID } from './tenant-segment.ts';

interface SigningKey {
  readonly kid: string;
  readonly privateKey: KeyObject;
  readonly jwk: Readonly<Record<string, unknown>>;
  /** The end of publication, set when a newer key takes over. */
  publishedUntil?: Date;
}

export interface SignOptions {
  /** Overrides members of the usual header; `undefined` removes one. */
  readonly header?: Readonly<Record<string, unknown>>;
  /** `consumers` is published in every version 2 key set, with the personal accounts' issuer. */
  readonly key?: 'current' | 'standby' | 'consumers';
}

export interface KeyRing {
  publish(version: 1 | 2, origin: string, issuerTenant: string): object;
  rotate(withdraw: boolean): Promise<void>;
  sign(claims: Readonly<Record<string, unknown>>, options?: SignOptions): Promise<string>;
  publishedKeyIds(): string[];
}

const GRACE_MILLISECONDS = 24 * 60 * 60 * 1000;

/** A private key and its certificate, PEM. */
export interface SigningMaterial {
  readonly privateKey: string;
  readonly certificate: string;
}

export async function makeSigningMaterial(): Promise<SigningMaterial> {
  const attributes = [{ name: 'commonName', value: 'entra emulator signing' }];
  const pem = await generate(attributes, { keySize: 2048, algorithm: 'sha256' });
  return { privateKey: pem.private, certificate: pem.cert };
}

function signingKeyOf({ privateKey, certificate }: SigningMaterial): SigningKey {
  const { raw, publicKey } = new X509Certificate(certificate);
  const thumbprint = createHash('sha1').update(raw).digest('base64url');
  return {
    kid: thumbprint,
    privateKey: createPrivateKey(privateKey),
    jwk: {
      kty: 'RSA',
      use: 'sig',
      kid: thumbprint,
      x5t: thumbprint,
      ...publicKey.export({ format: 'jwk' }),
      x5c: [raw.toString('base64')],
    },
  };
}

/** One ring for all tenants, as the real provider has it. More than one key is published at any time. */
export async function createKeyRing(
  now: () => Date,
  ready: readonly SigningMaterial[] = [],
): Promise<KeyRing> {
  const unused = [...ready];
  const nextKey = async () => signingKeyOf(unused.shift() ?? (await makeSigningMaterial()));
  const [first, standby, consumers] = await Promise.all([nextKey(), nextKey(), nextKey()]);
  let current = first;
  let retired: SigningKey[] = [];

  const published = () => {
    retired = retired.filter((key) => key.publishedUntil !== undefined && key.publishedUntil > now());
    return [current, standby, ...retired];
  };

  return {
    publish(version, origin, issuerTenant) {
      // Version 1 key sets name no issuers.
      if (version === 1) return { keys: published().map((key) => key.jwk) };
      const issuer = issuerOf(2, origin, issuerTenant);
      const consumersIssuer = issuerOf(2, origin, CONSUMERS_TENANT_ID);
      return {
        keys: [
          ...published().map((key) => ({ ...key.jwk, issuer })),
          { ...consumers.jwk, issuer: consumersIssuer },
        ],
      };
    },
    async rotate(withdraw) {
      const successor = await nextKey();
      current.publishedUntil = new Date(now().getTime() + GRACE_MILLISECONDS);
      retired = withdraw ? [] : [current, ...published().slice(2)];
      current = successor;
    },
    sign(claims, { header, key = 'current' } = {}) {
      const signer = { current, standby, consumers }[key];
      const x5t = claims.ver === '1.0' ? { x5t: signer.kid } : {};
      const protectedHeader = { typ: 'JWT', alg: 'RS256', ...x5t, kid: signer.kid, ...header };
      return new CompactSign(new TextEncoder().encode(JSON.stringify(claims)))
        .setProtectedHeader(protectedHeader)
        .sign(signer.privateKey);
    },
    publishedKeyIds: () => published().map((key) => key.kid),
  };
}
