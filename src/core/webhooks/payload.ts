import type { EventType } from './event-type.ts';

/** A stored event, with its data as JSON text. */
export interface StoredEvent {
  readonly type: EventType;
  readonly occurredAt: Date;
  readonly dataText: string;
}

/** Data of a `webhook.test` that is sent with the type and an example of another event. */
export interface TestData {
  readonly sentAs?: { readonly type: EventType; readonly data: object };
}

/**
 * The signed request body: identical at every attempt. A test of another type stays a `webhook.test` in the log, so that
 * no replay of missed events sends it to other endpoints.
 */
export function webhookPayload({ type, occurredAt, dataText }: StoredEvent): string {
  const timestamp = occurredAt.toISOString();
  const { sentAs }: TestData = type === 'webhook.test' ? JSON.parse(dataText) : {};
  if (sentAs) return JSON.stringify({ type: sentAs.type, timestamp, isTest: true, data: sentAs.data });
  return `{"type":"${type}","timestamp":"${timestamp}","data":${dataText}}`;
}
