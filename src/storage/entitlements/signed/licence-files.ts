import { type RawBuilder, sql } from 'kysely';
import type { FileActor, LicenceFile } from '../../../core/entitlements/signed/licence-file.ts';
import type { Total } from '../../../core/values/total.ts';
import type { Database } from '../../database.ts';
import { ListOrder, type SortedPage } from '../../sql/list-order.ts';
import { loadTotal } from '../../sql/load-total.ts';

interface NewLicenceFile extends LicenceFile {
  readonly workspaceId: string;
  readonly productId: string;
  readonly token: string;
}

export async function insertLicenceFile(database: Database, file: NewLicenceFile): Promise<void> {
  const { installation, issuedBy } = file;
  await database
    .insertInto('licence_files')
    .values({
      workspace_id: file.workspaceId,
      licence_file_id: file.licenceFileId,
      tenant_id: file.tenantId,
      product_id: file.productId,
      kid: file.kid,
      token: file.token,
      entitlement_version: file.version,
      issued_at: file.issuedAt,
      expires_at: file.expiresAt,
      grace_seconds: file.graceSeconds,
      installation_name: installation?.name ?? null,
      installation_key: installation?.publicKey ?? null,
      bind: installation?.thumbprint ?? null,
      issued_by_kind: issuedBy.kind,
      issued_by_id: issuedBy.id,
      issued_by_name: issuedBy.name,
      replaces: file.replaces,
    })
    .execute();
}

/** Whether the workspace still signs with the key; if so, it does until the transaction ends. */
export async function lockActiveKey(database: Database, workspaceId: string, kid: string): Promise<boolean> {
  const row = await database
    .selectFrom('signing_keys')
    .select('kid')
    .where('workspace_id', '=', workspaceId)
    .where('kid', '=', kid)
    .where('replaced_at', 'is', null)
    .forShare()
    .executeTakeFirst();
  return row !== undefined;
}

/** In the transaction that has locked the file. */
export async function markRevoked(
  database: Database,
  { workspaceId, licenceFileId }: { readonly workspaceId: string; readonly licenceFileId: string },
  revocation: { readonly revokedBy: FileActor; readonly reason: string; readonly now: Date },
): Promise<void> {
  const { revokedBy, reason, now } = revocation;
  await database
    .updateTable('licence_files')
    .set({
      revoked_at: now,
      revoked_by_kind: revokedBy.kind,
      revoked_by_id: revokedBy.id,
      revoked_by_name: revokedBy.name,
      revoke_reason: reason,
    })
    .where('workspace_id', '=', workspaceId)
    .where('licence_file_id', '=', licenceFileId)
    .execute();
}

interface LicenceFileRow extends Omit<LicenceFile, 'installation' | 'issuedBy' | 'revokedBy'> {
  readonly installationName: string | null;
  readonly installationKey: string | null;
  readonly bind: string | null;
  readonly issuedBy: FileActor;
  readonly revokedBy: FileActor | null;
}

const columns = sql`file.licence_file_id as "licenceFileId", file.tenant_id as "tenantId", product.slug as product,
  file.kid, file.entitlement_version::integer as version, file.issued_at as "issuedAt", file.expires_at as "expiresAt",
  file.grace_seconds as "graceSeconds", file.installation_name as "installationName",
  file.installation_key as "installationKey", file.bind, file.replaces,
  json_build_object('kind', file.issued_by_kind, 'id', file.issued_by_id, 'name', file.issued_by_name) as "issuedBy",
  case when file.revoked_by_kind is not null then json_build_object(
    'kind', file.revoked_by_kind, 'id', file.revoked_by_id, 'name', file.revoked_by_name
  ) end as "revokedBy",
  file.revoked_at as "revokedAt", file.revoke_reason as "revokeReason"`;

const ofProduct = sql`licence_files as file
  join products as product on product.workspace_id = file.workspace_id and product.product_id = file.product_id`;

function licenceFileFrom({ installationName, installationKey, bind, ...row }: LicenceFileRow): LicenceFile {
  const isBound = installationName !== null && installationKey !== null && bind !== null;
  const installation = isBound
    ? { name: installationName, publicKey: installationKey, thumbprint: bind }
    : null;
  return { ...row, installation };
}

export interface StoredLicenceFile extends LicenceFile {
  readonly productId: string;
  readonly productName: string;
}

/** One file; with a lock it stays as it is until the transaction ends. */
export async function findLicenceFile(
  database: Database,
  workspaceId: string,
  licenceFileId: string,
  { isLocked = false } = {},
): Promise<StoredLicenceFile | undefined> {
  const { rows } = await sql<LicenceFileRow & Pick<StoredLicenceFile, 'productId' | 'productName'>>`
    select ${columns}, file.product_id as "productId", product.name as "productName"
    from ${ofProduct}
    where file.workspace_id = ${workspaceId} and file.licence_file_id = ${licenceFileId}
    ${isLocked ? sql`for no key update of file` : sql``}`.execute(database);
  const [row] = rows;
  if (!row) return undefined;
  const { productId, productName, ...rest } = row;
  return { ...licenceFileFrom(rest), productId, productName };
}

/** The token, which is too large for lists. */
export async function findLicenceToken(
  database: Database,
  workspaceId: string,
  licenceFileId: string,
): Promise<string | undefined> {
  const row = await database
    .selectFrom('licence_files')
    .select('token')
    .where('workspace_id', '=', workspaceId)
    .where('licence_file_id', '=', licenceFileId)
    .executeTakeFirst();
  return row?.token;
}

/** Files that have not ended; `live` are those of them that were not revoked. */
export async function countUnendedLicenceFiles(
  database: Database,
  workspaceId: string,
  { tenantId, productId }: { readonly tenantId: string; readonly productId: string },
  now: Date,
): Promise<{ readonly unended: number; readonly live: number }> {
  const { rows } = await sql<{ unended: number; live: number }>`
    select count(*)::integer as unended, count(*) filter (where revoked_at is null)::integer as live from licence_files
    where workspace_id = ${workspaceId} and tenant_id = ${tenantId} and product_id = ${productId}
      and expires_at > ${now}`.execute(database);
  return rows[0] ?? { unended: 0, live: 0 };
}

export interface LicenceFileFilter {
  readonly tenantId?: string | undefined;
  /** Slug. */
  readonly product?: string | undefined;
}

/** Ids have the time of issue in them. */
export const licenceFileOrder = new ListOrder({
  id: [
    {
      column: sql`file.licence_file_id`,
      type: 'uuid',
      of: ({ licenceFileId }: LicenceFile) => licenceFileId,
    },
  ],
  idKey: 'issuedAt',
  columns: {
    expiresAt: {
      column: sql`file.expires_at`,
      type: 'timestamptz',
      of: ({ expiresAt }) => expiresAt.toISOString(),
    },
  },
  standard: '-issuedAt',
});

export async function listLicenceFiles(
  database: Database,
  workspaceId: string,
  { sort, after, limit, ...filter }: LicenceFileFilter & SortedPage<(typeof licenceFileOrder.sorts)[number]>,
): Promise<readonly LicenceFile[]> {
  const { isAfter, order } = licenceFileOrder.select({ sort, after });
  const { rows } = await sql<LicenceFileRow>`
    select ${columns} from ${ofProduct}
    where ${conditionOf(workspaceId, filter)} and ${isAfter}
    order by ${order}
    limit ${limit}`.execute(database);
  return rows.map(licenceFileFrom);
}

export function loadLicenceFileTotal(
  database: Database,
  workspaceId: string,
  filter: LicenceFileFilter,
): Promise<Total> {
  return loadTotal(database, sql`select from ${ofProduct} where ${conditionOf(workspaceId, filter)}`);
}

function conditionOf(workspaceId: string, { tenantId, product }: LicenceFileFilter): RawBuilder<unknown> {
  const conditions = [sql`file.workspace_id = ${workspaceId}`];
  if (tenantId !== undefined) conditions.push(sql`file.tenant_id = ${tenantId}`);
  if (product !== undefined) conditions.push(sql`product.slug = ${product}`);
  return sql.join(conditions, sql` and `);
}
