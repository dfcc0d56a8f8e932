import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../database.ts';

/** A condition on a row of `workspaces`: whether it has a confirmed support address. */
export function hasConfirmedAddress(workspace: RawBuilder<unknown>): RawBuilder<boolean> {
  // One text, since Citus cannot unnest a column of another table here. No address has a line break.
  return sql<boolean>`exists (
    select from support_address_confirmations as confirmation
    where confirmation.workspace_id = ${workspace}.workspace_id and confirmation.confirmed_at is not null
      and confirmation.address = any (
        string_to_array(lower(array_to_string(${workspace}.support_addresses, chr(10)) collate "C"), chr(10))
      )
  )`;
}

/** The confirmed addresses of the workspace, in lower case. */
export async function listConfirmedAddresses(
  database: Database,
  workspaceId: string,
): Promise<readonly string[]> {
  const rows = await database
    .selectFrom('support_address_confirmations')
    .select('address')
    .where('workspace_id', '=', workspaceId)
    .where('confirmed_at', 'is not', null)
    .execute();
  return rows.map(({ address }) => address);
}

/** The stored addresses of the workspace, recently removed ones included, in lower case. */
export async function listStoredAddresses(
  database: Database,
  workspaceId: string,
): Promise<readonly string[]> {
  const rows = await database
    .selectFrom('support_address_confirmations')
    .select('address')
    .where('workspace_id', '=', workspaceId)
    .execute();
  return rows.map(({ address }) => address);
}

/** Saves addresses that are to be confirmed; removed ones are restored. */
export async function saveUnconfirmedAddresses(
  database: Database,
  workspaceId: string,
  addresses: readonly string[],
): Promise<void> {
  await database
    .insertInto('support_address_confirmations')
    .values(addresses.map((address) => ({ workspace_id: workspaceId, address })))
    .onConflict((conflict) =>
      conflict.columns(['workspace_id', 'address']).doUpdateSet({ confirmed_at: null, removed_at: null }),
    )
    .execute();
}

interface SupportAddress {
  readonly workspaceId: string;
  /** In lower case. */
  readonly address: string;
}

/** Replaces the link of the previous mail. False if the address is confirmed or removed. */
export async function updateConfirmationToken(
  database: Database,
  { workspaceId, address }: SupportAddress,
  token: { readonly hash: Uint8Array; readonly expiresAt: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable('support_address_confirmations')
    .set({ token_hash: Buffer.from(token.hash), token_expires_at: token.expiresAt })
    .where('workspace_id', '=', workspaceId)
    .where('address', '=', address)
    .where('confirmed_at', 'is', null)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** The address of a link; undefined if the link is unknown, used, replaced or expired. */
export async function findConfirmationByToken(
  database: Database,
  tokenHash: Uint8Array,
  now: Date,
): Promise<SupportAddress | undefined> {
  const row = await database
    .selectFrom('support_address_confirmations')
    .select(['workspace_id', 'address'])
    .where('token_hash', '=', Buffer.from(tokenHash))
    .where('token_expires_at', '>', now)
    .executeTakeFirst();
  return row && { workspaceId: row.workspace_id, address: row.address };
}

/** Uses the link and confirms its address. Of concurrent calls one succeeds. */
export async function takeConfirmationToken(
  database: Database,
  tokenHash: Uint8Array,
  now: Date,
): Promise<SupportAddress | undefined> {
  const row = await database
    .updateTable('support_address_confirmations')
    .set({ confirmed_at: now, token_hash: null, token_expires_at: null })
    .where('token_hash', '=', Buffer.from(tokenHash))
    .where('token_expires_at', '>', now)
    .returning(['workspace_id', 'address'])
    .executeTakeFirst();
  return row && { workspaceId: row.workspace_id, address: row.address };
}

/** For the demo, whose mail has no readers: confirms all unconfirmed addresses. */
export async function updateAddressesAsConfirmed(
  database: Database,
  workspaceId: string,
  now: Date,
): Promise<void> {
  await database
    .updateTable('support_address_confirmations')
    .set({ confirmed_at: now, token_hash: null, token_expires_at: null })
    .where('workspace_id', '=', workspaceId)
    .where('removed_at', 'is', null)
    .where('confirmed_at', 'is', null)
    .execute();
}

/** Invalidates the links of removed addresses; their queued mails are not sent. */
export async function updateConfirmationsAsRemoved(
  database: Database,
  workspaceId: string,
  addresses: readonly string[],
  now: Date,
): Promise<void> {
  await database
    .updateTable('support_address_confirmations')
    .set({ removed_at: now, confirmed_at: null, token_hash: null, token_expires_at: null })
    .where('workspace_id', '=', workspaceId)
    .where('address', '=', sql<string>`any(${addresses}::text[])`)
    .execute();
}

/** Deletes addresses that were removed before the moment, and their mails. */
export async function deleteAddressesRemovedBefore(
  database: Database,
  workspaceId: string,
  moment: Date,
): Promise<void> {
  const rows = await database
    .deleteFrom('support_address_confirmations')
    .where('workspace_id', '=', workspaceId)
    .where('removed_at', '<', moment)
    .returning('address')
    .execute();
  if (rows.length === 0) return;
  await database
    .deleteFrom('mails')
    .where('workspace_id', '=', workspaceId)
    .where('kind', '=', 'AddressConfirmation')
    .where(
      'key',
      'in',
      rows.map(({ address }) => address),
    )
    .execute();
}
