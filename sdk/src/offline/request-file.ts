import { TesseraConfigurationError } from '../errors.ts';
import { armour } from './armour.ts';
import { signToken } from './compact-jws.ts';
import type { InstallationKey } from './ed25519.ts';

/**
 * The options of `requestFile`.
 *
 * @example
 * ```ts
 * import { createInstallationKey, type RequestFileOptions } from '@tessera/client/offline';
 *
 * const options: RequestFileOptions = { key: await createInstallationKey(), product: 'aqueduct', name: 'Plant 4' };
 * ```
 */
export interface RequestFileOptions {
  /** The key of the installation, to which the licence file will be bound. */
  readonly key: InstallationKey;
  /** The slug of the product. */
  readonly product: string;
  /** The name by which people know the installation: 1 to 100 characters. */
  readonly name: string;
  /** For tests: milliseconds since 1970. */
  readonly now?: () => number;
}

/**
 * The text of a request file: it asks for a licence file that is bound to this installation. It has no secret.
 *
 * @example
 * ```ts
 * import { createInstallationKey, requestFile } from '@tessera/client/offline';
 *
 * const text = await requestFile({ key: await createInstallationKey(), product: 'aqueduct', name: 'Plant 4' });
 * console.log(text.split('\n')[0]); // -----BEGIN TESSERA REQUEST-----
 * ```
 */
export async function requestFile({
  key,
  product,
  name,
  now = Date.now,
}: RequestFileOptions): Promise<string> {
  if (typeof product !== 'string' || !/^.{1,64}$/.test(product)) {
    throw new TesseraConfigurationError(`product is "${product}": use the slug of your product.`);
  }
  if (typeof name !== 'string' || name.trim() === '' || name.length > 100) {
    throw new TesseraConfigurationError('name is the name of the installation: use 1 to 100 characters.');
  }
  const claims = {
    iat: Math.floor(now() / 1_000),
    jti: crypto.randomUUID(),
    name,
    jwk: { kty: key.kty, crv: key.crv, x: key.x },
    aud: product,
  };
  return armour('REQUEST', await signToken('tessera-request+jwt', claims, key));
}
