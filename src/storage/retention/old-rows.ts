import { type RawBuilder, sql } from 'kysely';
import type { TableName } from '../cluster/distribution.ts';
import { byWorkspace } from '../cluster/workspace-shard.ts';
import type { Database } from '../database.ts';
import type { DB } from '../schema/tables.generated.ts';

type Condition = (moment: Date) => RawBuilder<unknown>;
type WorkspaceCondition = (moment: Date, workspaceId: string) => RawBuilder<unknown>;

/** Few rows, which one statement deletes. */
interface RowsAtOnce {
  readonly way: 'at once';
  readonly table: TableName;
  readonly isOld: Condition;
}

/** The oldest rows of all workspaces, found by an index of their time. */
interface OldestRows {
  readonly way: 'oldest first';
  readonly table: TableName;
  /** Columns that are unique within a workspace. */
  readonly key: readonly string[];
  readonly time: string;
  readonly isOld: Condition;
}

/** The rows of a workspace, in the order of a key, so that rows that must stay keep no others waiting. */
interface PagedRows {
  readonly way: 'page by page';
  readonly table: TableName;
  readonly key: readonly string[];
  /** The table whose keys make the pages: the same, or that of the rows' owners. */
  readonly pages: { readonly table: TableName; readonly key: readonly string[] };
  /** Narrows the pages by an index. */
  readonly isInPage: Condition;
  /** The pages as `page` and the rows as `entry`, if the rows do not have the key of their page. */
  readonly join?: (workspaceId: string) => RawBuilder<unknown>;
  /** Of the row as `entry`. */
  readonly isOld: WorkspaceCondition;
}

export type OldRows = RowsAtOnce | OldestRows | PagedRows;

type Column<Table extends TableName> = keyof DB[Table] & string;

export function atOnce<Table extends TableName>(
  table: Table,
  time: Column<Table>,
  isOld: Condition = before(time),
): OldRows {
  return { way: 'at once', table, isOld };
}

export function oldestFirst<Table extends TableName>(
  table: Table,
  key: readonly Column<Table>[],
  time: Column<Table>,
  isOld: Condition = before(time),
): OldRows {
  return { way: 'oldest first', table, key, time, isOld };
}

export function pageByPage<Table extends TableName>(
  table: Table,
  key: readonly Column<Table>[],
  { pages = { table, key }, isInPage = always, isOld = always, ...join }: Partial<PagedRows>,
): OldRows {
  return { ...join, way: 'page by page', table, key, pages, isInPage, isOld };
}

function before(column: string): Condition {
  return (moment) => sql`${sql.ref(column)} < ${moment}`;
}

function always() {
  return sql`true`;
}

type WayOf<Way extends OldRows['way']> = Extract<OldRows, { readonly way: Way }>;

const maxRows = 1_000;
const maxPage = 500;

export async function deleteAtOnce(
  database: Database,
  { table, isOld }: WayOf<'at once'>,
  moment: Date,
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`delete from ${sql.table(table)} where ${isOld(moment)}`.execute(
    database,
  );
  return Number(numAffectedRows);
}

/** Deletes up to 1,000 rows. */
export async function deleteOldest(
  database: Database,
  rows: WayOf<'oldest first'>,
  moment: Date,
): Promise<number> {
  const { rows: oldest } = await sql<{ readonly workspaceId: string }>`
    select workspace_id as "workspaceId" from ${sql.table(rows.table)}
    where ${rows.isOld(moment)} order by ${sql.ref(rows.time)} limit ${maxRows}`.execute(database);
  const old = sql`${sql.table(rows.table)} as entry where ${rows.isOld(moment)}`;
  let deleted = 0;
  for (const [workspaceId, { length }] of byWorkspace(oldest)) {
    deleted += await deleteSome(database, workspaceId, rows, old, [rows.time], length);
  }
  return deleted;
}

/** The id of the first workspace after another; null: there is none. */
export async function findNextWorkspace(database: Database, after: string | null): Promise<string | null> {
  let query = database.selectFrom('workspaces').select('workspace_id');
  if (after !== null) query = query.where('workspace_id', '>', after);
  const row = await query.orderBy('workspace_id').limit(1).executeTakeFirst();
  return row?.workspace_id ?? null;
}

/** The values of a key, as text: the driver's dates have fewer digits than those of the database. */
export type RowKey = readonly string[];

/** Deletes the old rows of a workspace's page after a key. Returns its last key, or null if it was the last page. */
export async function deletePage(
  database: Database,
  rows: WayOf<'page by page'>,
  workspaceId: string,
  moment: Date,
  after: RowKey | null,
): Promise<{ readonly deleted: number; readonly last: RowKey | null }> {
  const { pages, join, isInPage } = rows;
  const alias = join ? 'page' : 'entry';
  const key = columns(alias, pages.key);
  const further = sql`${sql.ref(`${alias}.workspace_id`)} = ${workspaceId} and ${isInPage(moment)}
    ${after ? sql`and (${key}) > (${sql.join(after)})` : sql``}`;
  const texts = pages.key.map((name) => sql`${sql.ref(`${alias}.${name}`)}::text`);
  const { rows: page } = await sql<{ readonly key: RowKey }>`
    select array[${sql.join(texts)}] as key from ${sql.table(pages.table)} as ${sql.ref(alias)}
    where ${further} order by ${key} limit ${maxPage}`.execute(database);
  const last = page.at(-1)?.key;
  if (!last) return { deleted: 0, last: null };
  const old = sql`${join?.(workspaceId) ?? sql`${sql.table(rows.table)} as entry`}
    where ${further} and (${key}) <= (${sql.join(last)}) and ${rows.isOld(moment, workspaceId)}`;
  let deleted = 0;
  for (;;) {
    const count = await deleteSome(database, workspaceId, rows, old, rows.key, maxRows);
    deleted += count;
    if (count < maxRows) return { deleted, last: page.length === maxPage ? last : null };
  }
}

/** Skips locked rows: they are being changed, or another node deletes them. */
async function deleteSome(
  database: Database,
  workspaceId: string,
  { table, key }: Pick<OldestRows, 'table' | 'key'>,
  old: RawBuilder<unknown>,
  order: readonly string[],
  limit: number,
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from ${sql.table(table)} as gone using (
      select ${columns('entry', key)} from ${old} and entry.workspace_id = ${workspaceId}
      order by ${columns('entry', order)}
      limit ${limit}
      for update of entry skip locked
    ) as old
    where gone.workspace_id = ${workspaceId} and (${columns('gone', key)}) = (${columns('old', key)})`.execute(
    database,
  );
  return Number(numAffectedRows);
}

function columns(alias: string, names: readonly string[]): RawBuilder<unknown> {
  return sql.join(names.map((name) => sql.ref(`${alias}.${name}`)));
}
