import { sql } from 'kysely';
import type { WebhookSecrets } from '../../core/webhooks/secret.ts';
import type { Database } from '../database.ts';

/** The secrets of an endpoint's own row, and those of the table of older secrets, newest first. */
export interface SecretColumns {
  readonly sealed_secret: Buffer;
  readonly sealed_previous_secret: Buffer | null;
  readonly previous_secret_ends_at: Date | null;
  readonly older_secrets: readonly Buffer[];
  readonly older_ends_at: readonly Date[];
}

/** For queries with an `endpoint`: the columns that `secretsFrom` needs beside its row. */
export const olderSecretColumns = sql`older.older_secrets, older.older_ends_at`;
export const olderSecrets = (workspaceId: string) => sql`lateral (
  select coalesce(array_agg(sealed_secret order by ends_at desc), '{}') as older_secrets,
    coalesce(array_agg(ends_at order by ends_at desc), '{}') as older_ends_at
  from webhook_older_secrets as older
  where older.workspace_id = ${workspaceId} and older.endpoint_id = endpoint.endpoint_id
) as older`;

export function secretsFrom(row: SecretColumns): WebhookSecrets<Uint8Array> {
  const { sealed_previous_secret: secret, previous_secret_ends_at: endsAt } = row;
  const older = row.older_secrets.flatMap((sealed, index) => {
    const end = row.older_ends_at[index];
    return end ? [{ secret: sealed, endsAt: end }] : [];
  });
  return { current: row.sealed_secret, previous: secret && endsAt ? [{ secret, endsAt }, ...older] : older };
}

/** The transaction must have locked the endpoint. */
export async function updateEndpointSecrets(
  database: Database,
  { workspaceId, endpointId }: { readonly workspaceId: string; readonly endpointId: string },
  { current, previous: [last, ...older] }: WebhookSecrets<Uint8Array>,
): Promise<void> {
  await database
    .updateTable('webhook_endpoints')
    .set({
      sealed_secret: Buffer.from(current),
      sealed_previous_secret: last ? Buffer.from(last.secret) : null,
      previous_secret_ends_at: last?.endsAt ?? null,
    })
    .where('workspace_id', '=', workspaceId)
    .where('endpoint_id', '=', endpointId)
    .execute();
  await database
    .deleteFrom('webhook_older_secrets')
    .where('workspace_id', '=', workspaceId)
    .where('endpoint_id', '=', endpointId)
    .execute();
  if (older.length === 0) return;
  await database
    .insertInto('webhook_older_secrets')
    .values(
      older.map(({ secret, endsAt }) => ({
        workspace_id: workspaceId,
        endpoint_id: endpointId,
        sealed_secret: Buffer.from(secret),
        ends_at: endsAt,
      })),
    )
    .execute();
}
