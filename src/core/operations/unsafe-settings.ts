import { isSafeOutsideAddress } from '../outside-address.ts';

/** What may be meant, and is unsafe for a production server all the same: one line for each. */
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
      'PUBLIC_URL is not https: keys, tokens and sessions can be read on their way; put TLS in front',
    );
  }
  if (allowsLocalWebhooks) {
    warnings.push(
      'ALLOW_LOCAL_WEBHOOKS is true: partners can have this machine called; unset it outside development',
    );
  }
  return warnings;
}
