import { isSafeOutsideAddress } from '../network/outside-address.ts';

/** Warnings about valid settings that are unsafe in production, one line each. */
export function unsafeSettings({
  publicUrl,
  allowsLocalWebhooks,
}: {
  readonly publicUrl: string;
  readonly allowsLocalWebhooks: boolean;
}): readonly string[] {
  const warnings: string[] = [];
  if (!isSafeOutsideAddress(publicUrl)) {
    warnings.push(
      'PUBLIC_URL is not https: keys, tokens and sessions can be read in transit; put TLS in front',
    );
  }
  if (allowsLocalWebhooks) {
    warnings.push(
      'ALLOW_LOCAL_WEBHOOKS is true: partners can make this service call its own machine; unset it outside development',
    );
  }
  return warnings;
}

/** The demo's key: in this file, so public. */
export const demoKeyText = 'the demo has no secrets to keep.';

export function isDemoKey(key: Uint8Array): boolean {
  return new TextDecoder().decode(key) === demoKeyText;
}

const minDistinctBytes = 12;

/** Whether a key is clearly not random: 32 random bytes have far more distinct bytes, and no constant step. */
export function isWeakKey(key: Uint8Array): boolean {
  const steps = new Set(key.slice(1).map((byte, index) => byte - (key[index] ?? 0)));
  return new Set(key).size < minDistinctBytes || steps.size === 1;
}
