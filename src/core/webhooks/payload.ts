import type { EventType } from './event-type.ts';

/** An event as it is kept: its data is JSON text. */
export interface StoredEvent {
  readonly type: EventType;
  readonly occurredAt: Date;
  readonly dataText: string;
}

/** The body that is signed and sent: the same bytes at every try. */
export function webhookPayload({ type, occurredAt, dataText }: StoredEvent): string {
  return `{"type":"${type}","timestamp":"${occurredAt.toISOString()}","data":${dataText}}`;
}
