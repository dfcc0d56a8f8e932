import type { WebhookEvent } from './webhook.ts';

/**
 * Verifies a request as Standard Webhooks describes, and returns its event. Throws `WebhookRefused`. The body must not have
 * been read.
 *
 * @example
 * ```ts
 * import { verifyWebhook } from '@tessera/client';
 *
 * export async function receive(request: Request): Promise<Response> {
 *   const { id, type, data } = await verifyWebhook(request, process.env.WEBHOOK_SECRET ?? '');
 *   console.log(id, type, data.version); // 0198f6a2-6c1e-7d70-9a53-9e16a1b010a7 entitlement.changed 3
 *   return new Response(null, { status: 204 });
 * }
 * ```
 */
export async function verifyWebhook(
  request: Request,
  secrets: string | readonly string[],
): Promise<WebhookEvent> {
  return (await import('./webhook.ts')).verifyWebhook(request, secrets);
}
