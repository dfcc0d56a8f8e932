import { sql } from 'kysely';
import { GroupedWork } from '../../async/grouped-work.ts';
import { type Change, writeChange } from '../../core/change.ts';
import type { Database } from '../database.ts';

export const changeChannel = 'tessera_changes';

/** Notifies every node when the transaction commits. */
export async function announceChanges(database: Database, changes: readonly Change[]): Promise<void> {
  if (changes.length === 0) return;
  await sql`select pg_notify(${changeChannel}, text) from unnest(${changes.map(writeChange)}::text[]) as text`.execute(
    database,
  );
}

const committed = new WeakMap<Database, GroupedWork<Change>>();

/**
 * Notifies every node of a change that is committed; concurrent calls share a statement. For frequent changes: PostgreSQL
 * commits transactions that notify one after the other, each until it is on disk. This one waits for no disk.
 */
export function announceCommitted(database: Database, change: Change): Promise<void> {
  const group =
    committed.get(database) ??
    new GroupedWork<Change>(async (changes) => {
      const texts = changes.map(writeChange);
      await sql`
        select pg_notify(${changeChannel}, text), set_config('synchronous_commit', 'off', true)
        from unnest(${texts}::text[]) as text`.execute(database);
    });
  committed.set(database, group);
  return group.add(change);
}

/** Nodes ignore payloads they do not understand. */
export async function notifyAllNodes(database: Database, payload: string): Promise<void> {
  await sql`select pg_notify(${changeChannel}, ${payload})`.execute(database);
}
