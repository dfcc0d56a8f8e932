import { sql } from 'kysely';
import type { WebhookSecrets } from '../../core/webhooks/secret.ts';
import type { Database } from '../database.ts';

/** The current secret, and the previous ones, newest first. */
export interface SecretColumns {
  readonly sealed_secret: Buffer;
  readonly previous_secrets: readonly Buffer[];
  readonly previous_ends_at: readonly Date[];
}

/** For queries with an `endpoint`: the columns that `secretsFrom` needs beside its row. */
export const previousSecretColumns = sql`previous.previous_secrets, previous.previous_ends_at`;
export const previousSecrets = (workspaceId: string) => sql`lateral (
  select coalesce(array_agg(sealed_secret order by ends_at desc), '{}') as previous_secrets,
    coalesce(array_agg(ends_at order by ends_at desc), '{}') as previous_ends_at
  from webhook_previous_secrets as previous
  where previous.workspace_id = ${workspaceId} and previous.endpoint_id = endpoint.endpoint_id
) as previous`;

export function secretsFrom(row: SecretColumns): WebhookSecrets<Uint8Array> {
  const previous = row.previous_secrets.flatMap((secret, index) => {
    const endsAt = row.previous_ends_at[index];
    return endsAt ? [{ secret, endsAt }] : [];
  });
  return { current: row.sealed_secret, previous };
}

/** The transaction must have locked the endpoint. */
export async function updateEndpointSecrets(
  database: Database,
  { workspaceId, endpointId }: { readonly workspaceId: string; readonly endpointId: string },
  { current, previous }: WebhookSecrets<Uint8Array>,
): Promise<void> {
  await database
    .updateTable('webhook_endpoints')
    .set({ sealed_secret: Buffer.from(current) })
    .where('workspace_id', '=', workspaceId)
    .where('endpoint_id', '=', endpointId)
    .execute();
  await database
    .deleteFrom('webhook_previous_secrets')
    .where('workspace_id', '=', workspaceId)
    .where('endpoint_id', '=', endpointId)
    .execute();
  if (previous.length === 0) return;
  await database
    .insertInto('webhook_previous_secrets')
    .values(
      previous.map(({ secret, endsAt }) => ({
        workspace_id: workspaceId,
        endpoint_id: endpointId,
        sealed_secret: Buffer.from(secret),
        ends_at: endsAt,
      })),
    )
    .execute();
}
