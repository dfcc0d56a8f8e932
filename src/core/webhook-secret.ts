const prefix = 'whsec_';
const secretBytes = 32;
const rotationOverlap = 24 * 3_600_000;

/** What an endpoint's deliveries are signed with. */
export interface WebhookSecrets<Secret = string> {
  readonly current: Secret;
  /** The one before the last rotation, for as long as deliveries are signed with it too. */
  readonly previous: { readonly secret: Secret; readonly endsAt: Date } | null;
}

/** As Standard Webhooks writes it: `whsec_` and 32 random bytes in base64. */
export function makeWebhookSecret(randomBytes: (count: number) => Uint8Array): string {
  return prefix + btoa(String.fromCharCode(...randomBytes(secretBytes)));
}

/** The text of the key inside, in base64. */
export function webhookKeyText(secret: string): string {
  return secret.startsWith(prefix) ? secret.slice(prefix.length) : secret;
}

/**
 * The old secret signs beside the new one for 24 hours, so that a receiver can change over in between. A second
 * rotation within them ends the oldest at once: whoever rotates twice wants it gone.
 */
export function rotateSecret<Secret>(
  { current }: WebhookSecrets<Secret>,
  next: Secret,
  now: Date,
): WebhookSecrets<Secret> & { readonly previous: { readonly endsAt: Date } } {
  const endsAt = new Date(now.getTime() + rotationOverlap);
  return { current: next, previous: { secret: current, endsAt } };
}

/** All that sign at this moment, the newest first. */
export function signingSecrets<Secret>(
  { current, previous }: WebhookSecrets<Secret>,
  now: Date,
): readonly Secret[] {
  return previous && now < previous.endsAt ? [current, previous.secret] : [current];
}
