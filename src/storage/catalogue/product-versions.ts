import { type RawBuilder, sql } from 'kysely';
import type { ProductDefinition } from '../../core/catalogue/product-definition.ts';
import { type AffectedTenants, maxProductVersions } from '../../core/catalogue/product-version.ts';
import { lowestIdAt } from '../../core/identifiers.ts';
import type { Total } from '../../core/values/total.ts';
import type { Database } from '../database.ts';
import { ListOrder, type SortedPage } from '../sql/list-order.ts';
import { loadTotal } from '../sql/load-total.ts';
import type { ProductKey } from './product-writes.ts';

interface NewVersion {
  readonly revision: number;
  readonly definition: ProductDefinition;
  /** Null: not counted. */
  readonly affected: AffectedTenants | null;
}

/** Adds a version and deletes the one that is too many. */
export async function insertProductVersion(
  database: Database,
  { workspaceId, productId }: ProductKey,
  { revision, definition, affected }: NewVersion,
  recordedAt: Date,
): Promise<void> {
  const content = {
    recorded_at: recordedAt,
    definition: JSON.stringify(definition),
    affected_count: affected?.count ?? null,
    affected_tenants: affected && [...affected.tenantIds],
  };
  await database
    .insertInto('product_versions')
    .values({ workspace_id: workspaceId, product_id: productId, revision, ...content })
    // Of a product that was deleted without its versions, by a node of an earlier release.
    .onConflict((conflict) =>
      conflict.columns(['workspace_id', 'product_id', 'revision']).doUpdateSet(content),
    )
    .execute();
  await database
    .deleteFrom('product_versions')
    .where('workspace_id', '=', workspaceId)
    .where('product_id', '=', productId)
    .where('revision', '<=', revision - maxProductVersions)
    .execute();
}

export async function hasProductVersion(
  database: Database,
  { workspaceId, productId }: ProductKey,
  revision: number,
): Promise<boolean> {
  const row = await database
    .selectFrom('product_versions')
    .select('revision')
    .where('workspace_id', '=', workspaceId)
    .where('product_id', '=', productId)
    .where('revision', '=', revision)
    .executeTakeFirst();
  return row !== undefined;
}

/** A version without its content. */
export interface StoredVersion {
  readonly revision: number;
  readonly recordedAt: Date;
  readonly affected: AffectedTenants | null;
}

export const productVersionOrder = new ListOrder({
  id: [
    {
      column: sql`version.revision`,
      type: 'integer',
      of: ({ revision }: StoredVersion) => String(revision),
    },
  ],
  idKey: 'revision',
  columns: {},
  standard: '-revision',
});

/** The versions of a product; with a plan those that changed it, and the first version. */
export interface VersionFilter extends ProductKey {
  /** The slug. */
  readonly product: string;
  readonly createdAt: Date;
  readonly plan?: string | undefined;
}

export async function listProductVersions(
  database: Database,
  filter: VersionFilter,
  { limit, ...page }: SortedPage<(typeof productVersionOrder.sorts)[number]>,
): Promise<readonly StoredVersion[]> {
  const { isAfter, order } = productVersionOrder.select(page);
  const { rows } = await sql<{
    revision: number;
    recordedAt: Date;
    count: number | null;
    tenantIds: string[] | null;
  }>`
    select version.revision, version.recorded_at as "recordedAt", version.affected_count as count,
      version.affected_tenants as "tenantIds"
    from ${versionsOf(filter)} and ${isAfter}
    order by ${order} limit ${limit}`.execute(database);
  return rows.map(({ revision, recordedAt, count, tenantIds }) => ({
    revision,
    recordedAt,
    affected: count === null ? null : { count, tenantIds: tenantIds ?? [] },
  }));
}

export function loadProductVersionTotal(database: Database, filter: VersionFilter): Promise<Total> {
  return loadTotal(database, sql`select from ${versionsOf(filter)}`);
}

function versionsOf({
  workspaceId,
  productId,
  product,
  createdAt,
  plan,
}: VersionFilter): RawBuilder<unknown> {
  const ofProduct = sql`version.workspace_id = ${workspaceId} and version.product_id = ${productId}`;
  if (plan === undefined) return sql`product_versions as version where ${ofProduct}`;
  return sql`product_versions as version where ${ofProduct} and (
    version.revision = (
      select min(first.revision) from product_versions as first
      where first.workspace_id = ${workspaceId} and first.product_id = ${productId}
    )
    or version.revision in (
      select entry.product_revision from audit_entries as entry
      where entry.workspace_id = ${workspaceId} and entry.subject_kind = 'Plan'
        and entry.subject_id = ${`${product}/${plan}`} and entry.entry_id >= ${lowestIdAt(createdAt)}
    ))`;
}

export async function findProductVersion(
  database: Database,
  { workspaceId, productId }: ProductKey,
  revision: number,
): Promise<{ readonly recordedAt: Date; readonly definition: ProductDefinition } | undefined> {
  const row = await database
    .selectFrom('product_versions')
    .select(['recorded_at', 'definition'])
    .where('workspace_id', '=', workspaceId)
    .where('product_id', '=', productId)
    .where('revision', '=', revision)
    .executeTakeFirst();
  return row && { recordedAt: row.recorded_at, definition: row.definition as unknown as ProductDefinition };
}
