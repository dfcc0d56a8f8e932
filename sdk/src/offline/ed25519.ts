import { encodeBase64url } from './base64url.ts';

export const algorithm = 'Ed25519';

/** Web Crypto's, whose types Node has under another name than browsers. */
export type Key = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

/**
 * An Ed25519 public key as a JSON Web Key.
 *
 * @example
 * ```ts
 * import type { PublicKey } from '@tessera/client/offline';
 *
 * const key: PublicKey = { kty: 'OKP', crv: 'Ed25519', x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo' };
 * ```
 */
export interface PublicKey {
  readonly kty: 'OKP';
  readonly crv: 'Ed25519';
  readonly x: string;
}

/**
 * The key pair of an installation, as a private JSON Web Key. `openInstallation` of `@tessera/client/node` makes and keeps one.
 *
 * @example
 * ```ts
 * import { createInstallationKey, type InstallationKey } from '@tessera/client/offline';
 *
 * const key: InstallationKey = await createInstallationKey();
 * localStorage.setItem('installation', JSON.stringify(key)); // It must stay secret, and outlive the process.
 * ```
 */
export interface InstallationKey extends PublicKey {
  /** The private part. */
  readonly d: string;
}

/**
 * Makes the key pair of an installation.
 *
 * @example
 * ```ts
 * import { createInstallationKey, requestFile } from '@tessera/client/offline';
 *
 * const key = await createInstallationKey();
 * console.log(await requestFile({ key, product: 'aqueduct', name: 'Plant 4' }));
 * ```
 */
export async function createInstallationKey(): Promise<InstallationKey> {
  const pair = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  // For the compiler.
  if (!('privateKey' in pair)) throw new TypeError('Ed25519 made no pair of keys');
  const { x = '', d = '' } = await crypto.subtle.exportKey('jwk', pair.privateKey);
  return { kty: 'OKP', crv: 'Ed25519', x, d };
}

/** By RFC 7638: the SHA-256 of the required members in alphabetical order. */
export async function thumbprintOf({ x }: Pick<PublicKey, 'x'>): Promise<string> {
  const text = JSON.stringify({ crv: 'Ed25519', kty: 'OKP', x });
  return encodeBase64url(
    new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))),
  );
}

export function importPrivateKey({ x, d }: InstallationKey): Promise<Key> {
  const jwk = { kty: 'OKP', crv: 'Ed25519', x, d };
  return crypto.subtle.importKey('jwk', jwk, algorithm, false, ['sign']);
}

export function importPublicKey(bytes: Uint8Array<ArrayBuffer>): Promise<Key> {
  return crypto.subtle.importKey('raw', bytes, algorithm, false, ['verify']);
}
