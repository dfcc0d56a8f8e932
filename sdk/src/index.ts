export { createTessera } from './client.ts';
export type * from './credential.ts';
export {
  TesseraConfigurationError,
  TesseraError,
  TesseraRefused,
  TesseraUnavailable,
  WebhookRefused,
} from './errors.ts';
export type * from './names.ts';
export type * from './types.ts';
export { verifyWebhook } from './webhooks/verify-webhook.ts';
export type { WebhookEvent } from './webhooks/webhook.ts';
