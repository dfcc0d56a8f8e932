import type { ActionContext } from '../../actions/context.ts';
import type { LeasedDelivery } from '../../actions/webhooks/lease-deliveries.ts';
import type { AttemptedDelivery } from '../../actions/webhooks/settle-deliveries.ts';
import { endpointSealContext } from '../../core/seal-context.ts';
import { webhookPayload } from '../../core/webhooks/payload.ts';
import type { PartnerEndpoints, WebhookDestination } from '../../core/webhooks/ports.ts';
import { signingSecrets } from '../../core/webhooks/secret.ts';
import { type EncryptionKey, unseal } from '../../secrets/seal.ts';
import type { SealedEndpoint } from '../../storage/webhooks/endpoints.ts';

export interface AttemptOptions {
  readonly context: () => ActionContext;
  readonly partnerEndpoints: PartnerEndpoints;
  readonly encryptionKey: EncryptionKey;
  readonly onFailure: (error: unknown) => void;
}

/** Sends a leased delivery and returns the result. A secret that cannot be opened fails only its own delivery. */
export async function attemptDelivery(
  leased: LeasedDelivery,
  options: AttemptOptions,
): Promise<AttemptedDelivery> {
  const { workspaceId, endpointId, eventId, delivery, token, endpoint, event } = leased;
  const about = { workspaceId, endpointId, eventId, delivery, token };
  const destination = openEndpoint(endpoint, options);
  if (!destination) {
    const error = 'the secret of the endpoint cannot be opened';
    return { ...about, outcome: { kind: 'unanswered' }, durationMilliseconds: 0, answer: null, error };
  }
  const answer = await options.partnerEndpoints.post({
    destination,
    messageId: eventId,
    body: webhookPayload(event),
  });
  const { durationMilliseconds } = answer;
  if (answer.outcome === 'unanswered') {
    const outcome = { kind: 'unanswered' } as const;
    return { ...about, outcome, durationMilliseconds, answer: null, error: answer.reason };
  }
  const { status, retryAfterMilliseconds, beginning } = answer;
  const outcome = { kind: 'answered', status, retryAfterMilliseconds } as const;
  return { ...about, outcome, durationMilliseconds, answer: beginning, error: null };
}

/** Deliveries of one lease share their endpoint, so it is opened once. */
const opened = new WeakMap<SealedEndpoint, WebhookDestination>();

function openEndpoint(
  endpoint: SealedEndpoint,
  { context, encryptionKey, onFailure }: AttemptOptions,
): WebhookDestination | undefined {
  const known = opened.get(endpoint);
  if (known) return known;
  try {
    const open = (sealed: Uint8Array, part: 'secret' | 'headers') =>
      unseal(sealed, encryptionKey, endpointSealContext(part, endpoint));
    const secrets = signingSecrets(endpoint.secrets, context().now);
    const fresh = {
      url: endpoint.url,
      headers: JSON.parse(open(endpoint.sealedHeaders, 'headers')) as Record<string, string>,
      secrets: secrets.map((sealed) => open(sealed, 'secret')),
    };
    opened.set(endpoint, fresh);
    return fresh;
  } catch (error) {
    onFailure(error);
    return undefined;
  }
}
