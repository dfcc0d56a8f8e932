import type { EventType } from '../core/event.ts';
import type { Database } from './database.ts';

export interface NewEvent {
  readonly eventId: string;
  readonly type: EventType;
  readonly occurredAt: Date;
  readonly data: object;
}

export async function insertEvents(
  database: Database,
  workspaceId: string,
  events: readonly NewEvent[],
): Promise<void> {
  if (events.length === 0) return;
  await database
    .insertInto('events')
    .values(
      events.map(({ eventId, type, occurredAt, data }) => ({
        workspace_id: workspaceId,
        event_id: eventId,
        type,
        occurred_at: occurredAt,
        data: JSON.stringify(data),
      })),
    )
    .execute();
}
