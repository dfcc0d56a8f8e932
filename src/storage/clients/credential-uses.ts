import { sql } from 'kysely';
import type { Database } from '../database.ts';

/** `lastUsedAt` is rounded to the minute. */
export interface CredentialUse {
  readonly kind: 'api-key' | 'application';
  readonly id: string;
  readonly lastUsedAt: Date;
  /** Calls since the last flush. */
  readonly calls: number;
}

/** Moves each credential's last use forward, never back, in one statement per kind. */
export async function updateLastUses(database: Database, uses: readonly CredentialUse[]): Promise<void> {
  const keys = uses.filter(({ kind }) => kind === 'api-key');
  const applications = uses.filter(({ kind }) => kind === 'application');
  if (keys.length > 0) {
    await sql`
      update api_keys set last_used_at = used.at
      from unnest(${keys.map(({ id }) => id)}::text[], ${keys.map(({ lastUsedAt }) => lastUsedAt)}::timestamptz[])
        as used (id, at)
      where key_id = used.id and (last_used_at is null or last_used_at < used.at)`.execute(database);
  }
  if (applications.length > 0) {
    await sql`
      update application_credentials set last_used_at = used.at
      from unnest(
        ${applications.map(({ id }) => id)}::uuid[],
        ${applications.map(({ lastUsedAt }) => lastUsedAt)}::timestamptz[]
      ) as used (id, at)
      where credential_id = used.id and (last_used_at is null or last_used_at < used.at)`.execute(database);
  }
}
