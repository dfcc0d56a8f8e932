import { sql } from 'kysely';
import type { Database } from '../database.ts';
import type { UsageQueueAddress } from './leases.ts';

/** The numbers of the accounts that have bought the licences, by licence. */
export async function loadBuyerAccounts(
  database: Database,
  workspaceId: string,
  licences: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ licence: string; account: string }>`
    select licence, account from marketplace_licences
    where workspace_id = ${workspaceId} and licence = any (${[...licences]}::text[])`.execute(database);
  return new Map(rows.map(({ licence, account }) => [licence, account]));
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
