import { type Refusal, refuse } from '../refusal.ts';

const prefix = 'whsec_';
const secretBytes = 32;
const rotationOverlap = 24 * 3_600_000;
/** That sign at once: each adds a signature to every delivery. */
const mostSecrets = 5;

/** What an endpoint's deliveries are signed with. */
export interface WebhookSecrets<Secret = string> {
  readonly current: Secret;
  /** Those before it, the newest first: each signs too until it ends. */
  readonly previous: readonly { readonly secret: Secret; readonly endsAt: Date }[];
}

export interface RotatedSecrets<Secret> extends WebhookSecrets<Secret> {
  /** Until when the secret that was replaced signs too. */
  readonly previousEndsAt: Date;
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
 * The old secret signs beside the new one for 24 hours, so that a receiver can change over in between. Every secret
 * lives as long as it was promised, however often it is rotated meanwhile: so there is a limit.
 */
export function rotateSecret<Secret>(
  { current, previous }: WebhookSecrets<Secret>,
  next: Secret,
  now: Date,
): RotatedSecrets<Secret> | Refusal {
  const living = previous.filter(({ endsAt }) => now < endsAt);
  if (living.length + 2 > mostSecrets) {
    const retryAfter = living.at(-1)?.endsAt.toISOString();
    return refuse('webhook.too_many_secrets', { limit: mostSecrets, retryAfter });
  }
  const previousEndsAt = new Date(now.getTime() + rotationOverlap);
  return {
    current: next,
    previous: [{ secret: current, endsAt: previousEndsAt }, ...living],
    previousEndsAt,
  };
}

/** All that sign at this moment, the newest first. */
export function signingSecrets<Secret>(
  { current, previous }: WebhookSecrets<Secret>,
  now: Date,
): readonly Secret[] {
  return [current, ...previous.filter(({ endsAt }) => now < endsAt).map(({ secret }) => secret)];
}
