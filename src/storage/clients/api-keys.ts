import { type NotNull, sql } from 'kysely';
import { type AllowedNetworks, parseAllowedNetworks } from '../../core/clients/allowed-networks.ts';
import type { ApiClient } from '../../core/clients/api-client.ts';
import type { ApiKeyLife } from '../../core/clients/credential.ts';
import type { KeyOwner, KeyOwnerKind, KeySettings } from '../../core/clients/key-rules.ts';
import type { ServiceAccount } from '../../core/clients/service-account.ts';
import type { Database } from '../database.ts';
import { sameInWorkspace } from '../sql/same-in-workspace.ts';
import { clientColumns, clientFrom, clientProductIds, isClientEnabled } from './api-clients.ts';
import { serviceAccountFrom } from './service-accounts.ts';

type OwnerId = Pick<KeyOwner, 'kind' | 'id'>;

const ownerColumns = { 'api-client': 'api_client_id', 'service-account': 'service_account_id' } as const;

export interface NewKeyRow extends KeySettings {
  readonly keyId: string;
  readonly secretHash: Uint8Array;
  readonly expiresAt: Date | null;
}

export async function insertKey(
  database: Database,
  workspaceId: string,
  { kind, id }: OwnerId,
  key: NewKeyRow,
  now: Date,
): Promise<void> {
  await database
    .insertInto('api_keys')
    .values({
      key_id: key.keyId,
      workspace_id: workspaceId,
      [ownerColumns[kind]]: id,
      secret_hash: Buffer.from(key.secretHash),
      created_at: now,
      expires_at: key.expiresAt,
      name: key.name,
      allowed_networks: networksColumn(key),
    })
    .execute();
}

const networksColumn = ({ allowedNetworks }: KeySettings) => allowedNetworks && [...allowedNetworks];

const storedColumns = [
  'key.key_id',
  'key.secret_hash',
  'key.expires_at',
  'key.revoked_at',
  'key.allowed_networks',
] as const;

interface StoredKey extends ApiKeyLife {
  readonly keyId: string;
  readonly secretHash: Uint8Array;
  /** Null: from anywhere. */
  readonly allowedNetworks: AllowedNetworks | null;
}

export interface StoredApiKey extends StoredKey {
  readonly isClientEnabled: boolean;
  readonly client: ApiClient;
}

/** A key with its client, in any state; the core decides whether it is valid. */
export async function findApiKey(database: Database, keyId: string): Promise<StoredApiKey | undefined> {
  const row = await database
    .selectFrom('api_keys as key')
    .innerJoin('api_clients as client', (join) => join.on(sameInWorkspace('client', 'key', 'api_client_id')))
    .innerJoin('workspaces as workspace', 'workspace.workspace_id', 'client.workspace_id')
    .select(storedColumns)
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
      allowedNetworks: row.allowed_networks && parseAllowedNetworks(row.allowed_networks),
      isClientEnabled: row.enabled,
      client: clientFrom(row),
    }
  );
}

export interface StoredServiceAccountKey extends StoredKey {
  readonly expiresAt: Date;
  readonly account: ServiceAccount;
  readonly workspaceSlug: string;
  readonly workspaceName: string;
  readonly isSuspended: boolean;
}

/** A key with its account and workspace, in any state; the core decides whether it is valid. */
export async function findServiceAccountKey(
  database: Database,
  keyId: string,
): Promise<StoredServiceAccountKey | undefined> {
  const row = await database
    .selectFrom('api_keys as key')
    .innerJoin('service_accounts as account', (join) =>
      join.on(sameInWorkspace('account', 'key', 'service_account_id')),
    )
    .innerJoin('workspaces as workspace', 'workspace.workspace_id', 'key.workspace_id')
    .selectAll('account')
    .select(storedColumns)
    .select(['workspace.slug as workspace_slug', 'workspace.name as workspace_name'])
    .select(sql<boolean>`workspace.suspended_at is not null`.as('is_suspended'))
    .where('key.key_id', '=', keyId)
    .$narrowType<{ expires_at: NotNull }>()
    .executeTakeFirst();
  return (
    row && {
      keyId: row.key_id,
      secretHash: row.secret_hash,
      expiresAt: row.expires_at,
      revokedAt: row.revoked_at,
      allowedNetworks: row.allowed_networks && parseAllowedNetworks(row.allowed_networks),
      account: serviceAccountFrom(row),
      workspaceSlug: row.workspace_slug,
      workspaceName: row.workspace_name,
      isSuspended: row.is_suspended,
    }
  );
}

export interface LockedKey extends ApiKeyLife, KeySettings {
  readonly keyId: string;
  readonly ownerId: string;
}

/** Locks the key until the transaction ends. A key of the other kind of owner is not found. */
export async function lockKey(
  database: Database,
  workspaceId: string,
  kind: KeyOwnerKind,
  keyId: string,
): Promise<LockedKey | undefined> {
  const row = await database
    .selectFrom('api_keys')
    .select(['name', 'allowed_networks as allowedNetworks', 'expires_at as expiresAt'])
    .select(['revoked_at as revokedAt', `${ownerColumns[kind]} as ownerId`])
    .where('workspace_id', '=', workspaceId)
    .where('key_id', '=', keyId)
    .where(ownerColumns[kind], 'is not', null)
    .$narrowType<{ ownerId: NotNull }>()
    .forUpdate()
    .executeTakeFirst();
  return row && { keyId, ...row };
}

export async function updateKey(database: Database, workspaceId: string, key: LockedKey): Promise<void> {
  await database
    .updateTable('api_keys')
    .set({
      name: key.name,
      allowed_networks: networksColumn(key),
      expires_at: key.expiresAt,
      revoked_at: key.revokedAt,
    })
    .where('workspace_id', '=', workspaceId)
    .where('key_id', '=', key.keyId)
    .execute();
}

/** The owner's keys that are neither revoked nor expired. Lock the workspace first, so that none is added meanwhile. */
export async function countLiveKeys(
  database: Database,
  workspaceId: string,
  { kind, id }: OwnerId,
  now: Date,
): Promise<number> {
  const { count } = await database
    .selectFrom('api_keys')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where('workspace_id', '=', workspaceId)
    .where(ownerColumns[kind], '=', id)
    .where('revoked_at', 'is', null)
    .where((row) => row.or([row('expires_at', 'is', null), row('expires_at', '>', now)]))
    .executeTakeFirstOrThrow();
  return count;
}

/** Deletes the owner's ended keys, except for the latest. */
export async function deleteEndedKeys(
  database: Database,
  workspaceId: string,
  { kind, id }: OwnerId,
  maxEnded: number,
  now: Date,
): Promise<void> {
  await sql`
    delete from api_keys where key_id in (
      select key_id from api_keys
      where workspace_id = ${workspaceId} and ${sql.ref(ownerColumns[kind])} = ${id}
        and (revoked_at is not null or expires_at <= ${now})
      order by created_at desc, key_id
      offset ${maxEnded}
    )`.execute(database);
}

export interface KeyView extends ApiKeyLife, KeySettings {
  readonly keyId: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
}

/** The owner's keys, revoked and expired ones included, newest first. */
export function listKeyViews(
  database: Database,
  workspaceId: string,
  { kind, id }: OwnerId,
): Promise<readonly KeyView[]> {
  return database
    .selectFrom('api_keys')
    .select(['key_id as keyId', 'name', 'allowed_networks as allowedNetworks', 'created_at as createdAt'])
    .select(['expires_at as expiresAt', 'revoked_at as revokedAt', 'last_used_at as lastUsedAt'])
    .where('workspace_id', '=', workspaceId)
    .where(ownerColumns[kind], '=', id)
    .orderBy('created_at', 'desc')
    .orderBy('key_id')
    .execute();
}
