export { createTessera } from './client.ts';
export {
  TesseraConfigurationError,
  TesseraError,
  TesseraRefused,
  TesseraUnavailable,
} from './errors.ts';
export type * from './types.ts';
export { verifyWebhook, type WebhookEvent, WebhookRefused } from './webhook.ts';
