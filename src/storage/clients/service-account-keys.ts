import { sql } from 'kysely';
import type { ApiKeyLife } from '../../core/clients/credential.ts';
import type { ServiceAccount } from '../../core/clients/service-account.ts';
import type { Database } from '../database.ts';
import { type KeyView, keyColumns, keyViewOf } from './key-view.ts';
import { serviceAccountFrom } from './service-accounts.ts';

type AccountKey = Pick<ServiceAccount, 'workspaceId' | 'serviceAccountId'>;

export interface ServiceAccountKeyLife extends ApiKeyLife {
  readonly expiresAt: Date;
}

export interface NewServiceAccountKeyRow extends AccountKey {
  readonly keyId: string;
  readonly secretHash: Uint8Array;
  readonly expiresAt: Date;
  readonly name: string | null;
}

export async function insertServiceAccountKey(
  database: Database,
  key: NewServiceAccountKeyRow,
  now: Date,
): Promise<void> {
  await database
    .insertInto('service_account_keys')
    .values({
      key_id: key.keyId,
      workspace_id: key.workspaceId,
      service_account_id: key.serviceAccountId,
      secret_hash: Buffer.from(key.secretHash),
      created_at: now,
      expires_at: key.expiresAt,
      name: key.name,
    })
    .execute();
}

export interface StoredServiceAccountKey extends ServiceAccountKeyLife {
  readonly keyId: string;
  readonly secretHash: Uint8Array;
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
    .selectFrom('service_account_keys as key')
    .innerJoin('service_accounts as account', (join) =>
      join
        .onRef('account.workspace_id', '=', 'key.workspace_id')
        .onRef('account.service_account_id', '=', 'key.service_account_id'),
    )
    .innerJoin('workspaces as workspace', 'workspace.workspace_id', 'key.workspace_id')
    .selectAll('account')
    .select(['key.key_id', 'key.secret_hash', 'key.expires_at', 'key.revoked_at'])
    .select(['workspace.slug as workspace_slug', 'workspace.name as workspace_name'])
    .select(sql<boolean>`workspace.suspended_at is not null`.as('is_suspended'))
    .where('key.key_id', '=', keyId)
    .executeTakeFirst();
  return (
    row && {
      keyId: row.key_id,
      secretHash: row.secret_hash,
      expiresAt: row.expires_at,
      revokedAt: row.revoked_at,
      account: serviceAccountFrom(row),
      workspaceSlug: row.workspace_slug,
      workspaceName: row.workspace_name,
      isSuspended: row.is_suspended,
    }
  );
}

/** Locks the account's key until the transaction ends. */
export async function lockServiceAccountKey(
  database: Database,
  { workspaceId, serviceAccountId }: AccountKey,
  keyId: string,
): Promise<(ServiceAccountKeyLife & { readonly name: string | null }) | undefined> {
  const row = await database
    .selectFrom('service_account_keys')
    .select(['name', 'expires_at', 'revoked_at'])
    .where('workspace_id', '=', workspaceId)
    .where('service_account_id', '=', serviceAccountId)
    .where('key_id', '=', keyId)
    .forUpdate()
    .executeTakeFirst();
  return row && { name: row.name, expiresAt: row.expires_at, revokedAt: row.revoked_at };
}

export async function updateServiceAccountKeyLife(
  database: Database,
  keyId: string,
  { expiresAt, revokedAt }: ServiceAccountKeyLife,
): Promise<void> {
  await database
    .updateTable('service_account_keys')
    .set({ expires_at: expiresAt, revoked_at: revokedAt })
    .where('key_id', '=', keyId)
    .execute();
}

export async function updateServiceAccountKeyName(
  database: Database,
  keyId: string,
  name: string | null,
): Promise<void> {
  await database.updateTable('service_account_keys').set({ name }).where('key_id', '=', keyId).execute();
}

export interface EndingServiceAccountKey {
  readonly workspaceId: string;
  readonly serviceAccountId: string;
  readonly account: string;
  readonly keyId: string;
  readonly name: string | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

/** Active keys that expire by the moment, unless their account has a key that lives longer, as after a rotation. */
export async function findServiceAccountKeysEndingBefore(
  database: Database,
  moment: Date,
  now: Date,
): Promise<readonly EndingServiceAccountKey[]> {
  const { rows } = await sql<EndingServiceAccountKey>`
    select key.workspace_id as "workspaceId", key.service_account_id as "serviceAccountId", account.name as account,
      key.key_id as "keyId", key.name, key.created_at as "createdAt", key.expires_at as "expiresAt"
    from service_account_keys as key
    join service_accounts as account
      on account.workspace_id = key.workspace_id and account.service_account_id = key.service_account_id
    where key.revoked_at is null and key.expires_at > ${now} and key.expires_at <= ${moment}
      and not exists (
        select from service_account_keys as other
        where other.workspace_id = key.workspace_id and other.service_account_id = key.service_account_id
          and other.revoked_at is null and other.expires_at > key.expires_at
      )
    order by key.workspace_id, key.key_id`.execute(database);
  return rows;
}

/** Deletes the account's ended keys, except for the latest. */
export async function deleteEndedServiceAccountKeys(
  database: Database,
  { workspaceId, serviceAccountId }: AccountKey,
  maxEnded: number,
  now: Date,
): Promise<void> {
  await sql`
    delete from service_account_keys where key_id in (
      select key_id from service_account_keys
      where workspace_id = ${workspaceId} and service_account_id = ${serviceAccountId}
        and (revoked_at is not null or expires_at <= ${now})
      order by created_at desc, key_id
      offset ${maxEnded}
    )`.execute(database);
}

/** Live and ended keys of the account, newest first. */
export async function listServiceAccountKeyViews(
  database: Database,
  { workspaceId, serviceAccountId }: AccountKey,
): Promise<readonly KeyView<Date>[]> {
  const rows = await database
    .selectFrom('service_account_keys')
    .select(keyColumns)
    .where('workspace_id', '=', workspaceId)
    .where('service_account_id', '=', serviceAccountId)
    .orderBy('created_at', 'desc')
    .orderBy('key_id')
    .execute();
  return rows.map(keyViewOf);
}
