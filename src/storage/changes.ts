import { sql } from 'kysely';
import { type Change, writeChange } from '../core/change.ts';
import type { Database } from './database.ts';

export const changeChannel = 'tessera_changes';

/** Notifies every node when the transaction commits. */
export async function announceChanges(database: Database, changes: readonly Change[]): Promise<void> {
  if (changes.length === 0) return;
  await sql`select pg_notify(${changeChannel}, text) from unnest(${changes.map(writeChange)}::text[]) as text`.execute(
    database,
  );
}

/** Nodes ignore payloads they do not understand. */
export async function notifyAllNodes(database: Database, payload: string): Promise<void> {
  await sql`select pg_notify(${changeChannel}, ${payload})`.execute(database);
}
