import { TesseraConfigurationError } from '../errors.ts';
import { decodeBase64url } from './base64url.ts';
import { importPublicKey, type Key } from './ed25519.ts';

/**
 * The public keys that you trust: the answer of `/.well-known/tessera/{workspaceId}/jwks.json`, kept in your application. Keys of
 * other kinds are left out.
 *
 * @example
 * ```ts
 * import type { SigningKeys } from '@tessera/client/offline';
 *
 * const keys: SigningKeys = {
 *   keys: [{ kty: 'OKP', crv: 'Ed25519', kid: 'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k', x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo' }],
 * };
 * ```
 */
export interface SigningKeys {
  readonly keys: readonly {
    readonly kty?: string;
    readonly crv?: string;
    readonly x?: string;
    readonly kid?: string;
    readonly use?: string;
    readonly alg?: string;
  }[];
}

/** The keys by `kid`, imported when they are first used. */
export class PinnedKeys {
  readonly #bytes = new Map<string, Uint8Array<ArrayBuffer>>();
  readonly #imported = new Map<string, Promise<Key>>();

  /** Throws `TesseraConfigurationError`. */
  constructor(given: SigningKeys) {
    const keys: unknown = Object(given).keys;
    for (const { kty, crv, x, kid, use = 'sig', alg = 'EdDSA' } of Array.isArray(keys)
      ? keys.map(Object)
      : []) {
      if (kty !== 'OKP' || crv !== 'Ed25519' || use !== 'sig' || alg !== 'EdDSA') continue;
      const bytes = decodeBase64url(String(x));
      if (bytes?.length !== 32 || typeof kid !== 'string' || kid === '') continue;
      if (this.#bytes.has(kid))
        throw new TesseraConfigurationError(`keys has two keys with the id ${kid}: give one.`);
      this.#bytes.set(kid, bytes);
    }
    if (this.#bytes.size === 0) {
      throw new TesseraConfigurationError(
        'keys has no Ed25519 key: give the content of /.well-known/tessera/{workspaceId}/jwks.json.',
      );
    }
  }

  get(kid: string): Promise<Key> | undefined {
    const bytes = this.#bytes.get(kid);
    if (!bytes) return undefined;
    const key = this.#imported.get(kid) ?? importPublicKey(bytes);
    this.#imported.set(kid, key);
    return key;
  }
}
