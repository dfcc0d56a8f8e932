import { sql } from 'kysely';
import type { Database } from '../database.ts';

export interface ResponseKey {
  readonly workspaceId: string;
  readonly apiClientId: string;
  readonly key: string;
}

/** Locks the key until the transaction ends; false when another request has it. */
export async function lockIdempotencyKey(
  database: Database,
  { apiClientId, key }: ResponseKey,
): Promise<boolean> {
  const { rows } = await sql<{ held: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${`${apiClientId} ${key}`}, 0)) as held`.execute(
    database,
  );
  return rows[0]?.held === true;
}

export async function findResponse(
  database: Database,
  { workspaceId, apiClientId, key }: ResponseKey,
  since: Date,
): Promise<{ readonly requestHash: Uint8Array; readonly answer: string } | undefined> {
  const row = await database
    .selectFrom('idempotent_answers')
    .select(['request_hash', 'answer'])
    .where('workspace_id', '=', workspaceId)
    .where('api_client_id', '=', apiClientId)
    .where('idempotency_key', '=', key)
    .where('created_at', '>', since)
    .executeTakeFirst();
  return row && { requestHash: row.request_hash, answer: row.answer };
}

/** Stores the response under its key and replaces an expired one. */
export async function saveResponse(
  database: Database,
  { workspaceId, apiClientId, key }: ResponseKey,
  stored: { readonly requestHash: Uint8Array; readonly answer: string },
  now: Date,
): Promise<void> {
  const values = { request_hash: Buffer.from(stored.requestHash), answer: stored.answer, created_at: now };
  await database
    .insertInto('idempotent_answers')
    .values({ workspace_id: workspaceId, api_client_id: apiClientId, idempotency_key: key, ...values })
    .onConflict((conflict) =>
      conflict.columns(['workspace_id', 'api_client_id', 'idempotency_key']).doUpdateSet(values),
    )
    .execute();
}
