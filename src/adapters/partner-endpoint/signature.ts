import { createHmac } from 'node:crypto';
import { webhookKeyText } from '../../core/webhooks/secret.ts';

export function signingKey(secret: string): Uint8Array {
  return Buffer.from(webhookKeyText(secret), 'base64');
}

/** The header `webhook-signature` of Standard Webhooks: one signature for each key, over id, timestamp and body. */
export function signatureHeader(
  { messageId, body }: { readonly messageId: string; readonly body: string },
  keys: readonly Uint8Array[],
  timestamp: number,
): string {
  const signed = `${messageId}.${timestamp}.${body}`;
  return keys.map((key) => `v1,${createHmac('sha256', key).update(signed).digest('base64')}`).join(' ');
}
