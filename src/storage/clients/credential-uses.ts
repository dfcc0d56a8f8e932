import { sql } from 'kysely';
import type { Database } from '../database.ts';
import { unnestRows } from '../sql/unnest-rows.ts';

/** `lastUsedAt` is rounded to the minute. */
export interface CredentialUse {
  readonly kind: 'api-key' | 'application' | 'service-account-key';
  readonly id: string;
  readonly lastUsedAt: Date;
  /** Calls since the last flush. */
  readonly calls: number;
}

const tables = [
  { kind: 'api-key', table: 'api_keys', column: 'key_id', type: 'text' },
  { kind: 'application', table: 'application_credentials', column: 'credential_id', type: 'uuid' },
  { kind: 'service-account-key', table: 'api_keys', column: 'key_id', type: 'text' },
] as const;

/** Moves each credential's last use forward, never back, in one statement per kind. */
export async function updateLastUses(database: Database, uses: readonly CredentialUse[]): Promise<void> {
  for (const { kind, table, column, type } of tables) {
    const used = uses.filter((use) => use.kind === kind);
    if (used.length === 0) continue;
    await sql`
      update ${sql.table(table)} set last_used_at = used.at
      from ${unnestRows('used', used, { id: type, at: ['timestamptz', ({ lastUsedAt }) => lastUsedAt] })}
      where ${sql.ref(column)} = used.id and (last_used_at is null or last_used_at < used.at)`.execute(
      database,
    );
  }
}
