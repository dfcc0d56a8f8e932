import { TesseraError } from '../errors.ts';

/**
 * Why a licence file is not taken.
 *
 * @example
 * ```ts
 * import type { LicenceRefusal } from '@tessera/client/offline';
 *
 * const advice: Partial<Record<LicenceRefusal, string>> = {
 *   missing: 'Put your licence file beside the application.',
 *   not_yet_valid: 'Set the clock of this machine.',
 *   bound_elsewhere: 'This licence file is for another installation: ask for one of your own.',
 * };
 * ```
 */
export type LicenceRefusal =
  | 'missing'
  | 'malformed'
  | 'too_large'
  | 'header_not_allowed'
  | 'type_not_allowed'
  | 'algorithm_not_allowed'
  | 'unknown_key'
  | 'wrong_signature'
  | 'wrong_claims'
  | 'other_issuer'
  | 'other_product'
  | 'other_tenant'
  | 'not_yet_valid'
  | 'bound_elsewhere';

/**
 * A licence file, or a revocation list, is not taken. The message says why and what to do.
 *
 * @example
 * ```ts
 * import { LicenceRefused, openOffline } from '@tessera/client/offline';
 *
 * const open = (licence: string) =>
 *   openOffline({ product: 'aqueduct', licence, keys: { keys: [] } }).catch((error: unknown) => {
 *     if (!(error instanceof LicenceRefused)) throw error;
 *     console.error(error.code, error.message);
 *     return undefined; // The application runs, and asks for another licence file.
 *   });
 * ```
 */
export class LicenceRefused extends TesseraError {
  override name = 'LicenceRefused';
  /** For programs. */
  readonly code: LicenceRefusal;

  constructor(code: LicenceRefusal, message: string) {
    super(message);
    this.code = code;
  }
}
