import type { WebhookEvent } from './webhook.ts';

/**
 * Verifies a request as Standard Webhooks describes, and returns its event. Throws `WebhookRefused`. The body must not have
 * been read.
 */
export async function verifyWebhook(
  request: Request,
  secrets: string | readonly string[],
): Promise<WebhookEvent> {
  return (await import('./webhook.ts')).verifyWebhook(request, secrets);
}
