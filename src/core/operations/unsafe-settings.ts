import { isSafeOutsideAddress } from '../outside-address.ts';

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
