import { type RawBuilder, sql } from 'kysely';
import {
  maxListedRefusals,
  refusedCount,
  type UploadedUsageFile,
  type UsageFileOutcome,
} from '../../core/usage/events/usage-file.ts';
import type { Total } from '../../core/values/total.ts';
import type { Database } from '../database.ts';
import { ListOrder, type SortedPage } from '../sql/list-order.ts';
import { loadTotal } from '../sql/load-total.ts';

interface NewUsageFile extends UploadedUsageFile {
  readonly workspaceId: string;
  readonly productId: string;
}

/** Stores the file unless it is known. */
export async function insertUsageFile(database: Database, file: NewUsageFile): Promise<void> {
  await database
    .insertInto('usage_files')
    .values({
      workspace_id: file.workspaceId,
      usage_file_id: file.usageFileId,
      licence_file_id: file.licenceFileId,
      tenant_id: file.tenantId,
      product_id: file.productId,
      seq: file.seq,
      uploaded_at: file.uploadedAt,
      uploaded_by_kind: file.uploadedBy.kind,
      uploaded_by_id: file.uploadedBy.id,
      uploaded_by_name: file.uploadedBy.name,
      outcome: JSON.stringify(file.outcome),
    })
    .onConflict((conflict) => conflict.columns(['workspace_id', 'usage_file_id']).doNothing())
    .execute();
}

/** The outcome so far. No other upload of the file changes it until the transaction ends. */
export async function lockUsageFile(
  transaction: Database,
  workspaceId: string,
  usageFileId: string,
): Promise<ListedUsageFile['outcome']> {
  const { rows } = await sql<Pick<ListedUsageFile, 'outcome'>>`
    select ${shortened} as outcome from usage_files
    where workspace_id = ${workspaceId} and usage_file_id = ${usageFileId}
    for no key update`.execute(transaction);
  if (!rows[0]) throw new Error(`The usage file ${usageFileId} was entered, and is not there`);
  return rows[0].outcome;
}

/** Adds the outcome of some events to that of the locked file, and returns the file's. */
export async function addToUsageFile(
  transaction: Database,
  { workspaceId, usageFileId }: { readonly workspaceId: string; readonly usageFileId: string },
  before: ListedUsageFile['outcome'],
  added: Omit<UsageFileOutcome, 'events'>,
): Promise<ListedUsageFile['outcome']> {
  const counts = {
    events: before.events,
    done: before.done + added.done,
    accepted: before.accepted + added.accepted,
    duplicate: before.duplicate + added.duplicate,
    carried: before.carried + added.carried,
  };
  const listed = added.refused.slice(0, Math.max(0, maxListedRefusals - before.refused));
  // A distributed table takes only immutable functions in an update.
  await sql`
    update usage_files set outcome = jsonb_set(
      outcome || ${JSON.stringify(counts)}::jsonb, '{refused}', outcome -> 'refused' || ${JSON.stringify(listed)}::jsonb
    )
    where workspace_id = ${workspaceId} and usage_file_id = ${usageFileId}`.execute(transaction);
  return { ...counts, refused: refusedCount(counts) };
}

/** The number of refused events instead of the events. */
const shortened = sql`outcome || jsonb_build_object('refused', (outcome ->> 'done')::integer
  - (outcome ->> 'accepted')::integer - (outcome ->> 'duplicate')::integer - (outcome ->> 'carried')::integer)`;

export async function countUsageFiles(
  database: Database,
  workspaceId: string,
  licenceFileId: string,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from usage_files
    where workspace_id = ${workspaceId} and licence_file_id = ${licenceFileId}`.execute(database);
  return rows[0]?.count ?? 0;
}

const columns = (outcome: RawBuilder<unknown>) => sql`
  file.usage_file_id as "usageFileId", file.licence_file_id as "licenceFileId", file.tenant_id as "tenantId",
  product.slug as product, file.seq, file.uploaded_at as "uploadedAt",
  json_build_object('kind', file.uploaded_by_kind, 'id', file.uploaded_by_id, 'name', file.uploaded_by_name)
    as "uploadedBy",
  ${outcome} as outcome`;

const ofProduct = sql`usage_files as file
  join products as product on product.workspace_id = file.workspace_id and product.product_id = file.product_id`;

export async function findUsageFile(
  database: Database,
  workspaceId: string,
  usageFileId: string,
): Promise<UploadedUsageFile | undefined> {
  const { rows } = await sql<UploadedUsageFile>`
    select ${columns(sql`file.outcome`)} from ${ofProduct}
    where file.workspace_id = ${workspaceId} and file.usage_file_id = ${usageFileId}`.execute(database);
  return rows[0];
}

export interface UsageFileFilter {
  readonly tenantId?: string | undefined;
  /** Slug. */
  readonly product?: string | undefined;
  readonly licenceFileId?: string | undefined;
}

/** A file of a list has the number of its refused events, not the events. */
export interface ListedUsageFile extends Omit<UploadedUsageFile, 'outcome'> {
  readonly outcome: Omit<UsageFileOutcome, 'refused'> & { readonly refused: number };
}

export const usageFileOrder = new ListOrder({
  id: [
    {
      column: sql`file.usage_file_id`,
      type: 'uuid',
      of: ({ usageFileId }: ListedUsageFile) => usageFileId,
    },
  ],
  columns: {
    uploadedAt: {
      column: sql`file.uploaded_at`,
      type: 'timestamptz',
      of: ({ uploadedAt }) => uploadedAt.toISOString(),
    },
  },
  standard: '-uploadedAt',
});

export async function listUsageFiles(
  database: Database,
  workspaceId: string,
  { sort, after, limit, ...filter }: UsageFileFilter & SortedPage<(typeof usageFileOrder.sorts)[number]>,
): Promise<readonly ListedUsageFile[]> {
  const { isAfter, order } = usageFileOrder.select({ sort, after });
  const { rows } = await sql<ListedUsageFile>`
    select ${columns(shortened)} from ${ofProduct}
    where ${conditionOf(workspaceId, filter)} and ${isAfter}
    order by ${order}
    limit ${limit}`.execute(database);
  return rows;
}

export function loadUsageFileTotal(
  database: Database,
  workspaceId: string,
  filter: UsageFileFilter,
): Promise<Total> {
  return loadTotal(database, sql`select from ${ofProduct} where ${conditionOf(workspaceId, filter)}`);
}

function conditionOf(
  workspaceId: string,
  { tenantId, product, licenceFileId }: UsageFileFilter,
): RawBuilder<unknown> {
  const conditions = [sql`file.workspace_id = ${workspaceId}`];
  if (tenantId !== undefined) conditions.push(sql`file.tenant_id = ${tenantId}`);
  if (product !== undefined) conditions.push(sql`product.slug = ${product}`);
  if (licenceFileId !== undefined) conditions.push(sql`file.licence_file_id = ${licenceFileId}`);
  return sql.join(conditions, sql` and `);
}
