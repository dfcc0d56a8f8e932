import type { EventType } from './event-type.ts';

/** A stored event, with its data as JSON text. */
export interface StoredEvent {
  readonly type: EventType;
  readonly occurredAt: Date;
  readonly dataText: string;
}

/** The signed request body: identical at every attempt. */
export function webhookPayload({ type, occurredAt, dataText }: StoredEvent): string {
  return `{"type":"${type}","timestamp":"${occurredAt.toISOString()}","data":${dataText}}`;
}
