import { isRefusal, type Refusal, refuseUnknown } from '../../core/refusal.ts';
import { endpointSealContext } from '../../core/seal-context.ts';
import { makeWebhookSecret, rotateSecret } from '../../core/webhooks/secret.ts';
import { type EncryptionKey, seal } from '../../secrets/seal.ts';
import { type EndpointKey, lockWebhookEndpoint } from '../../storage/webhooks/endpoints.ts';
import { updateEndpointSecrets } from '../../storage/webhooks/secrets.ts';
import type { ActionContext } from '../context.ts';
import { recordAudit } from '../workspaces/record-audit.ts';

/** The new secret is shown once; deliveries are signed with the old one too for 24 hours. */
export async function rotateWebhookSecret(
  context: ActionContext,
  key: EndpointKey,
  encryptionKey: EncryptionKey,
): Promise<{ readonly secret: string; readonly previousEndsAt: Date } | Refusal> {
  const { now, randomBytes } = context;
  return context.database.transaction().execute(async (database) => {
    const endpoint = await lockWebhookEndpoint(database, key);
    if (!endpoint) return refuseUnknown('endpointId', 'webhook endpoint');
    const secret = makeWebhookSecret(randomBytes);
    const sealed = seal(secret, encryptionKey, endpointSealContext('secret', key));
    const rotated = rotateSecret(endpoint.secrets, sealed, now);
    if (isRefusal(rotated)) return rotated;
    await updateEndpointSecrets(database, key, rotated);
    await recordAudit({ ...context, database }, key.workspaceId, {
      action: 'webhook_endpoint.secret_rotated',
      subject: { kind: 'WebhookEndpoint', id: key.endpointId },
      before: { previousSecretEndsAt: endpoint.secrets.previous[0]?.endsAt ?? null },
      after: { previousSecretEndsAt: rotated.previousEndsAt },
    });
    return { secret, previousEndsAt: rotated.previousEndsAt };
  });
}
