import { unarmour } from './armour.ts';
import { decodeBase64url } from './base64url.ts';
import {
  algorithm,
  type InstallationKey,
  importPrivateKey,
  importPublicKey,
  thumbprintOf,
} from './ed25519.ts';
import { maxTokenLength, type SignedEntitlement, verifyEntitlement } from './entitlement-claims.ts';
import { toleratedDelay } from './licence-state.ts';
import type { PinnedKeys } from './pinned-keys.ts';
import { LicenceRefused } from './refusal.ts';

export interface LicenceRules {
  readonly product: string;
  readonly issuer: string | undefined;
  readonly keys: PinnedKeys;
  readonly installationKey: InstallationKey | undefined;
}

/** What the file says, if it is for this product and this installation. Throws `LicenceRefused`. */
export async function verifyLicence(
  text: string,
  { installationKey, ...expected }: LicenceRules,
  now: number,
): Promise<SignedEntitlement> {
  const signed = await verifyEntitlement(tokenOf(text), expected);
  if (now < signed.validFrom - toleratedDelay) {
    const [from, clock] = [signed.validFrom, now].map((time) => new Date(time).toISOString());
    throw new LicenceRefused(
      'not_yet_valid',
      `The file is valid from ${from}, and the clock of this machine says ${clock}: set the clock.`,
    );
  }
  if (signed.bind !== undefined && !(await hasKey(installationKey, signed.bind))) {
    throw new LicenceRefused(
      'bound_elsewhere',
      `The file is bound to the installation ${signed.bind}, whose key is not here: ask for a file with the request of this installation.`,
    );
  }
  return signed;
}

/** The token of a licence file, or of the service's token endpoint. */
export function tokenOf(licence: string): string {
  const text = String(licence ?? '');
  if (text.trim() === '') throw new LicenceRefused('missing', 'There is no licence file: ask for one.');
  if (text.length > 2 * maxTokenLength)
    throw new LicenceRefused('too_large', 'The licence file is too large.');
  return unarmour('LICENCE', text) ?? text.trim();
}

/** Whether this installation has the private key of the thumbprint: it signs something that nobody knew before. */
async function hasKey(key: InstallationKey | undefined, thumbprint: string): Promise<boolean> {
  const publicBytes = key && decodeBase64url(String(key.x));
  if (!key || !publicBytes || (await thumbprintOf(key)) !== thumbprint) return false;
  try {
    const challenge = crypto.getRandomValues(new Uint8Array(32));
    const signature = await crypto.subtle.sign(algorithm, await importPrivateKey(key), challenge);
    return await crypto.subtle.verify(algorithm, await importPublicKey(publicBytes), signature, challenge);
  } catch {
    return false;
  }
}
