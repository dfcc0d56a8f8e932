import type { ActionContext } from '../../actions/context.ts';
import type { LeasedDelivery } from '../../actions/webhooks/lease-deliveries.ts';
import { endpointSealContext } from '../../core/operations/seal-context.ts';
import type { PartnerEndpoints, WebhookDestination, WebhookResponse } from '../../core/webhooks/ports.ts';
import { signingSecrets } from '../../core/webhooks/secret.ts';
import { type EncryptionKey, unseal } from '../../secrets/seal.ts';
import type { SealedEndpoint } from '../../storage/webhooks/endpoints.ts';
import type { AttemptedDelivery } from '../../storage/webhooks/settle.ts';

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
  const destination = openEndpoint(leased.endpoint, options);
  if (!destination) {
    const reason = 'the secret of the endpoint cannot be opened';
    return attempted(leased, { outcome: 'unanswered', reason, durationMilliseconds: 0 });
  }
  const { eventId, body } = leased;
  return attempted(leased, await options.partnerEndpoints.post({ destination, messageId: eventId, body }));
}

function attempted(
  { workspaceId, endpointId, eventId, delivery, token }: LeasedDelivery,
  answer: WebhookResponse,
): AttemptedDelivery {
  const isAnswered = answer.outcome === 'answered';
  return {
    workspaceId,
    endpointId,
    eventId,
    delivery,
    token,
    outcome: isAnswered
      ? { kind: 'answered', status: answer.status, retryAfterMilliseconds: answer.retryAfterMilliseconds }
      : { kind: 'unanswered' },
    durationMilliseconds: answer.durationMilliseconds,
    answer: isAnswered ? answer.beginning : null,
    error: isAnswered ? null : answer.reason,
  };
}

/** Deliveries of one lease share their endpoint, so it is opened once. */
const opened = new WeakMap<SealedEndpoint, WebhookDestination>();

function openEndpoint(
  endpoint: SealedEndpoint,
  { context, encryptionKey, onFailure }: AttemptOptions,
): WebhookDestination | undefined {
  const cached = opened.get(endpoint);
  if (cached) return cached;
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
