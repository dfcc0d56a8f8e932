import { sql } from 'kysely';
import type { Database } from '../database.ts';

/**
 * Every column with long-lived sealed text, except the canary. `owner` is the column that the text is bound to, beside
 * the workspace.
 */
const columns = {
  'marketplace credential': {
    table: 'marketplace_connections',
    column: 'sealed_client_secret',
    id: 'connection_id',
    owner: 'source_name',
  },
  'licence credential': {
    table: 'idp_connections',
    column: 'sealed_client_secret',
    id: 'product_id',
    owner: 'product_id',
  },
  'webhook headers': {
    table: 'webhook_endpoints',
    column: 'sealed_headers',
    id: 'endpoint_id',
    owner: 'endpoint_id',
  },
  'webhook secret': {
    table: 'webhook_endpoints',
    column: 'sealed_secret',
    id: 'endpoint_id',
    owner: 'endpoint_id',
  },
  'previous webhook secret': {
    table: 'webhook_previous_secrets',
    column: 'sealed_secret',
    id: 'secret_id',
    owner: 'endpoint_id',
  },
  'signing key': {
    table: 'signing_keys',
    column: 'sealed_private',
    id: 'kid',
    owner: 'kid',
  },
} as const;

export type SealedKind = keyof typeof columns;
export const sealedKinds = Object.keys(columns) as SealedKind[];

export interface SealedText {
  readonly kind: SealedKind;
  readonly workspaceId: string;
  readonly id: string;
  readonly owner: string;
  readonly sealed: Uint8Array;
}

export interface SealedTextRange {
  /** Lists only texts with another header. */
  readonly without?: Uint8Array;
  readonly after?: SealedText | undefined;
  readonly limit: number;
}

/** Sealed texts of a kind in the order of ids. */
export async function listSealedTexts(
  database: Database,
  kind: SealedKind,
  { without, after, limit }: SealedTextRange,
): Promise<readonly SealedText[]> {
  const { table, column, id, owner } = columns[kind];
  const isBehind = after
    ? sql`(workspace_id, ${sql.ref(id)}) > (${after.workspaceId}, ${after.id})`
    : sql`true`;
  const { rows } = await sql<{ workspace_id: string; id: string; owner: string; sealed: Buffer }>`
    select workspace_id, ${sql.ref(id)} as id, ${sql.ref(owner)}::text as owner, ${sql.ref(column)} as sealed
    from ${sql.table(table)}
    where ${without ? lacks(column, without) : sql`${sql.ref(column)} is not null`} and ${isBehind}
    order by workspace_id, ${sql.ref(id)}
    limit ${limit}`.execute(database);
  return rows.map(({ workspace_id: workspaceId, ...row }) => ({ kind, workspaceId, ...row }));
}

export async function countSealedWithout(
  database: Database,
  kind: SealedKind,
  header: Uint8Array,
): Promise<number> {
  const { table, column } = columns[kind];
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from ${sql.table(table)} where ${lacks(column, header)}`.execute(
    database,
  );
  return rows[0]?.count ?? 0;
}

const lacks = (column: string, header: Uint8Array) =>
  sql`substring(${sql.ref(column)} from 1 for ${header.length}::integer) <> ${Buffer.from(header)}`;

/** Replaces the sealed text; false when another transaction has changed it meanwhile. */
export async function replaceSealedText(
  database: Database,
  { kind, workspaceId, id, sealed }: SealedText,
  next: Uint8Array,
): Promise<boolean> {
  const { table, column, id: idColumn } = columns[kind];
  const { numAffectedRows } = await sql`
    update ${sql.table(table)} set ${sql.ref(column)} = ${Buffer.from(next)}
    where workspace_id = ${workspaceId} and ${sql.ref(idColumn)} = ${id}
      and ${sql.ref(column)} = ${Buffer.from(sealed)}`.execute(database);
  return (numAffectedRows ?? 0n) > 0n;
}
