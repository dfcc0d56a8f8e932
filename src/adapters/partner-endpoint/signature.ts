import { createHmac } from 'node:crypto';
import { webhookKeyText } from '../../core/webhook-secret.ts';

/** The header `webhook-signature` of Standard Webhooks: one signature for each secret, by id, second and body. */
export function signatureHeader(
  {
    messageId,
    body,
    secrets,
  }: { readonly messageId: string; readonly body: string; readonly secrets: readonly string[] },
  timestamp: number,
): string {
  const signed = `${messageId}.${timestamp}.${body}`;
  return secrets
    .map((secret) => {
      const key = Buffer.from(webhookKeyText(secret), 'base64');
      return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
    })
    .join(' ');
}
