import type { ApiClient } from '../../core/clients/api-client.ts';
import type { ApiKeyLife } from '../../core/clients/credential.ts';
import type { Database } from '../database.ts';
import { clientColumns, clientFrom, clientProductIds, isClientEnabled } from './api-clients.ts';

export interface NewApiKeyRow {
  readonly workspaceId: string;
  readonly apiClientId: string;
  readonly keyId: string;
  readonly secretHash: Uint8Array;
  readonly expiresAt: Date | null;
  readonly name: string | null;
}

export interface StoredApiKey extends ApiKeyLife {
  readonly keyId: string;
  readonly secretHash: Uint8Array;
  readonly isClientEnabled: boolean;
  readonly client: ApiClient;
}

export async function insertApiKey(database: Database, key: NewApiKeyRow, now: Date): Promise<void> {
  await database
    .insertInto('api_keys')
    .values({
      workspace_id: key.workspaceId,
      api_client_id: key.apiClientId,
      key_id: key.keyId,
      secret_hash: Buffer.from(key.secretHash),
      expires_at: key.expiresAt,
      name: key.name,
      created_at: now,
    })
    .execute();
}

/** A key with its client, in any state; the core decides whether it is valid. */
export async function findApiKey(database: Database, keyId: string): Promise<StoredApiKey | undefined> {
  const row = await database
    .selectFrom('api_keys as key')
    .innerJoin('api_clients as client', (join) =>
      join
        .onRef('client.workspace_id', '=', 'key.workspace_id')
        .onRef('client.api_client_id', '=', 'key.api_client_id'),
    )
    .innerJoin('workspaces as workspace', 'workspace.workspace_id', 'client.workspace_id')
    .select(['key.key_id', 'key.secret_hash', 'key.expires_at', 'key.revoked_at'])
    .select(clientColumns)
    .select(clientProductIds)
    .select(isClientEnabled)
    .where('key.key_id', '=', keyId)
    .executeTakeFirst();
  return (
    row && {
      keyId: row.key_id,
      secretHash: row.secret_hash,
      expiresAt: row.expires_at,
      revokedAt: row.revoked_at,
      isClientEnabled: row.enabled,
      client: clientFrom(row),
    }
  );
}

export interface LockedApiKey extends ApiKeyLife {
  readonly apiClientId: string;
  readonly name: string | null;
}

/** Locks the workspace's key until the transaction ends. */
export async function lockApiKey(
  database: Database,
  workspaceId: string,
  keyId: string,
): Promise<LockedApiKey | undefined> {
  const row = await database
    .selectFrom('api_keys')
    .select(['api_client_id', 'name', 'expires_at', 'revoked_at'])
    .where('workspace_id', '=', workspaceId)
    .where('key_id', '=', keyId)
    .forUpdate()
    .executeTakeFirst();
  return (
    row && {
      apiClientId: row.api_client_id,
      name: row.name,
      expiresAt: row.expires_at,
      revokedAt: row.revoked_at,
    }
  );
}

export async function updateApiKeyLife(
  database: Database,
  workspaceId: string,
  keyId: string,
  life: ApiKeyLife,
): Promise<void> {
  await database
    .updateTable('api_keys')
    .set({ expires_at: life.expiresAt, revoked_at: life.revokedAt })
    .where('workspace_id', '=', workspaceId)
    .where('key_id', '=', keyId)
    .execute();
}

export async function updateApiKeyName(
  database: Database,
  workspaceId: string,
  keyId: string,
  name: string | null,
): Promise<void> {
  await database
    .updateTable('api_keys')
    .set({ name })
    .where('workspace_id', '=', workspaceId)
    .where('key_id', '=', keyId)
    .execute();
}
