import { type Refusal, refuse } from '../refusal.ts';

const prefix = 'whsec_';
const secretBytes = 32;
const rotationOverlap = 24 * 3_600_000;
/** Each active secret adds a signature to every delivery. */
const maxSecrets = 5;

/** The signing secrets of an endpoint. */
export interface WebhookSecrets<Secret = string> {
  readonly current: Secret;
  /** Earlier secrets, the newest first; each also signs until it ends. */
  readonly previous: readonly { readonly secret: Secret; readonly endsAt: Date }[];
}

export interface RotatedSecrets<Secret> extends WebhookSecrets<Secret> {
  /** When the replaced secret stops signing. */
  readonly previousEndsAt: Date;
}

/** The Standard Webhooks format: `whsec_` and 32 random bytes in base64. */
export function makeWebhookSecret(randomBytes: (count: number) => Uint8Array): string {
  return prefix + btoa(String.fromCharCode(...randomBytes(secretBytes)));
}

/** The key of the secret, in base64. */
export function webhookKeyText(secret: string): string {
  return secret.startsWith(prefix) ? secret.slice(prefix.length) : secret;
}

/**
 * The old secret also signs for 24 hours, so that receivers can switch. Further rotations do not shorten that time, so
 * the number of active secrets is limited.
 */
export function rotateSecret<Secret>(
  { current, previous }: WebhookSecrets<Secret>,
  next: Secret,
  now: Date,
): RotatedSecrets<Secret> | Refusal {
  const active = previous.filter(({ endsAt }) => now < endsAt);
  if (active.length + 2 > maxSecrets) {
    const retryAfter = active.at(-1)?.endsAt.toISOString();
    return refuse('webhook.too_many_secrets', { limit: maxSecrets, retryAfter });
  }
  const previousEndsAt = new Date(now.getTime() + rotationOverlap);
  return {
    current: next,
    previous: [{ secret: current, endsAt: previousEndsAt }, ...active],
    previousEndsAt,
  };
}

/** The secrets that sign now, the newest first. */
export function signingSecrets<Secret>(
  { current, previous }: WebhookSecrets<Secret>,
  now: Date,
): readonly Secret[] {
  return [current, ...previous.filter(({ endsAt }) => now < endsAt).map(({ secret }) => secret)];
}
