import type { ActionContext } from '../../actions/context.ts';
import type { WebhookMeasurements } from '../../core/webhooks/ports.ts';
import { loadWebhookQueue } from '../../storage/webhooks/due-endpoints.ts';

/** Measures the backlog and its age. */
export function watchWebhooks(
  context: () => ActionContext,
  measurements: WebhookMeasurements,
): () => Promise<boolean> {
  return async () => {
    const { database, now } = context();
    const { due, oldestDueAt } = await loadWebhookQueue(database, now);
    const seconds = oldestDueAt ? (now.getTime() - oldestDueAt.getTime()) / 1_000 : 0;
    measurements.webhooksWaiting(due, seconds);
    return false;
  };
}
