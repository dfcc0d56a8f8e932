import { sql } from 'kysely';
import type { Database } from '../database.ts';
import type { UsageQueueAddress } from './leases.ts';

/** What a licence was bought of, and by which account. */
export interface Buyer {
  /** The number of the account. */
  readonly account: string;
  readonly productCode: string;
}

/** The buyers of licences, by licence. */
export async function loadBuyers(
  database: Database,
  workspaceId: string,
  licences: readonly string[],
): Promise<ReadonlyMap<string, Buyer>> {
  const { rows } = await sql<Buyer & { licence: string }>`
    select licence, account, product_code as "productCode" from marketplace_licences
    where workspace_id = ${workspaceId} and licence = any (${[...licences]}::text[])`.execute(database);
  return new Map(rows.map(({ licence, ...buyer }) => [licence, buyer]));
}

/** Whether hours without a whole unit are sent, too. */
export async function loadSendsZeros(
  database: Database,
  { workspaceId, sourceName }: UsageQueueAddress,
): Promise<boolean> {
  const { rows } = await sql<{ send_zeros: boolean }>`
    select send_zeros from marketplace_connections
    where workspace_id = ${workspaceId} and source_name = ${sourceName}`.execute(database);
  return rows[0]?.send_zeros ?? false;
}
