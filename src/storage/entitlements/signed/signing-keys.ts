import { type NotNull, sql } from 'kysely';
import type { RevokedFile } from '../../../core/entitlements/signed/revocation-list.ts';
import type { SigningKeyLife } from '../../../core/entitlements/signed/signing-key.ts';
import type { Database } from '../../database.ts';

export interface SigningKeyRow {
  readonly workspaceId: string;
  readonly kid: string;
  /** The public key, as `x` of its JWK. */
  readonly x: string;
  readonly sealedPrivate: Uint8Array;
  readonly madeAt: Date;
  /** Null: the service. */
  readonly madeBy: string | null;
}

/** The key that signs; undefined: the workspace has signed nothing yet. */
export function findActiveSigningKey(
  database: Database,
  workspaceId: string,
): Promise<SigningKeyRow | undefined> {
  return (
    database
      .selectFrom('signing_keys')
      .select(['workspace_id as workspaceId', 'kid', 'public_x as x', 'sealed_private as sealedPrivate'])
      .select(['made_at as madeAt', 'made_by as madeBy'])
      .where('workspace_id', '=', workspaceId)
      .where('replaced_at', 'is', null)
      // A constraint of the table: the active key has its private part.
      .$narrowType<{ sealedPrivate: NotNull }>()
      .executeTakeFirst()
  );
}

/** False if the workspace has an active key: another node may have been faster. */
export async function insertSigningKey(database: Database, key: SigningKeyRow): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await database
    .insertInto('signing_keys')
    .values({
      workspace_id: key.workspaceId,
      kid: key.kid,
      public_x: key.x,
      sealed_private: Buffer.from(key.sealedPrivate),
      made_at: key.madeAt,
      made_by: key.madeBy,
    })
    .onConflict((conflict) => conflict.column('workspace_id').where('replaced_at', 'is', null).doNothing())
    .executeTakeFirstOrThrow();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** A key that may be published. */
export interface PublicKeyRow extends SigningKeyLife {
  readonly kid: string;
  readonly x: string;
  /** Null: it is not the active one. */
  readonly sealedPrivate: Uint8Array | null;
}

/** The keys that are not withdrawn. */
export function listPublicKeys(database: Database, workspaceId: string): Promise<readonly PublicKeyRow[]> {
  return database
    .selectFrom('signing_keys')
    .select(['kid', 'public_x as x', 'sealed_private as sealedPrivate', 'made_at as madeAt'])
    .select(['replaced_at as replacedAt', 'withdrawn_at as withdrawnAt'])
    .where('workspace_id', '=', workspaceId)
    .where('withdrawn_at', 'is', null)
    .execute();
}

/** The revoked licence files that expire after the moment. */
export function listRevokedFiles(
  database: Database,
  workspaceId: string,
  expireAfter: Date,
): Promise<readonly RevokedFile[]> {
  return database
    .selectFrom('licence_files')
    .select(['licence_file_id as licenceFileId', 'expires_at as expiresAt'])
    .select(['grace_seconds as graceSeconds', 'revoked_at as revokedAt'])
    .where('workspace_id', '=', workspaceId)
    .where('revoked_at', 'is not', null)
    .where('expires_at', '>', expireAfter)
    .$narrowType<{ revokedAt: NotNull }>()
    .execute();
}

/** A key as the portal lists it. */
export interface SigningKeyView extends SigningKeyLife {
  readonly kid: string;
  readonly madeBy: string | null;
  readonly withdrawReason: string | null;
  /** Licence files that were signed with it and are neither expired nor revoked. */
  readonly licenceFiles: number;
}

/** Every key of the workspace, or one: the active one first, then the latest replaced. */
export async function listSigningKeys(
  database: Database,
  workspaceId: string,
  now: Date,
  kid?: string,
): Promise<readonly SigningKeyView[]> {
  const { rows } = await sql<SigningKeyView>`
    select key.kid, key.made_at as "madeAt", key.made_by as "madeBy", key.replaced_at as "replacedAt",
      key.withdrawn_at as "withdrawnAt", key.withdraw_reason as "withdrawReason", (
        select count(*)::integer from licence_files as file
        where file.workspace_id = ${workspaceId} and file.kid = key.kid and file.revoked_at is null
          and file.expires_at > ${now}
      ) as "licenceFiles"
    from signing_keys as key
    where key.workspace_id = ${workspaceId} and ${kid === undefined ? sql`true` : sql`key.kid = ${kid}`}
    order by key.replaced_at desc nulls first, key.kid`.execute(database);
  return rows;
}

/** Only the active key signs: the private part is not needed any more. */
export async function updateSigningKeyAsReplaced(
  database: Database,
  workspaceId: string,
  now: Date,
): Promise<void> {
  await database
    .updateTable('signing_keys')
    .set({ replaced_at: now, sealed_private: null })
    .where('workspace_id', '=', workspaceId)
    .where('replaced_at', 'is', null)
    .execute();
}

export async function updateSigningKeyAsWithdrawn(
  database: Database,
  workspaceId: string,
  kid: string,
  { reason, now }: { readonly reason: string; readonly now: Date },
): Promise<void> {
  await database
    .updateTable('signing_keys')
    .set({ withdrawn_at: now, withdraw_reason: reason })
    .where('workspace_id', '=', workspaceId)
    .where('kid', '=', kid)
    .execute();
}

/** Deletes all but the latest withdrawn keys. The audit log has them all. */
export async function deleteWithdrawnKeysBeyond(
  database: Database,
  workspaceId: string,
  kept: number,
): Promise<void> {
  await sql`
    delete from signing_keys
    where workspace_id = ${workspaceId} and kid in (
      select kid from signing_keys
      where workspace_id = ${workspaceId} and withdrawn_at is not null
      order by withdrawn_at desc
      offset ${kept}
    )`.execute(database);
}

/** Workspaces whose active key is older than their settings allow. */
export async function findWorkspacesWithOldKeys(
  database: Database,
  now: Date,
  limit: number,
): Promise<readonly string[]> {
  const { rows } = await sql<{ workspace_id: string }>`
    select key.workspace_id
    from signing_keys as key join workspaces as workspace on workspace.workspace_id = key.workspace_id
    where key.replaced_at is null
      and key.made_at <= ${now}::timestamptz - make_interval(days => workspace.signing_key_max_age_days)
    limit ${limit}`.execute(database);
  return rows.map((row) => row.workspace_id);
}
