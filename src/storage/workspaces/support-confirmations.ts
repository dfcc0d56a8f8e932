import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { AddressConfirmation } from '../../core/workspaces/address-confirmation.ts';
import type { Database } from '../database.ts';
import type { SupportAddressConfirmations } from '../tables.generated.ts';

export interface StoredConfirmation extends AddressConfirmation {
  readonly workspaceId: string;
  /** In lower case. */
  readonly address: string;
}

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

/** Locks the confirmations of the workspace, recently removed addresses included. */
export async function listConfirmations(
  database: Database,
  workspaceId: string,
): Promise<readonly StoredConfirmation[]> {
  const rows = await database
    .selectFrom('support_address_confirmations')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .forUpdate()
    .execute();
  return rows.map(storedFrom);
}

/** Locks the confirmation whose mail has been due the longest, and skips locked rows. */
export async function lockDueConfirmation(
  database: Database,
  now: Date,
): Promise<StoredConfirmation | undefined> {
  const row = await database
    .selectFrom('support_address_confirmations')
    .selectAll()
    .where('due_at', '<=', now)
    .where('confirmed_at', 'is', null)
    .orderBy('due_at')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  return row && storedFrom(row);
}

/** Saves the state of a confirmation; a removed address is restored. */
export async function saveConfirmation(database: Database, confirmation: StoredConfirmation): Promise<void> {
  const { workspaceId, address, dueAt, attempts, attemptedAt, confirmedAt } = confirmation;
  const state = {
    due_at: dueAt,
    tries: attempts,
    tried_at: attemptedAt,
    confirmed_at: confirmedAt,
    removed_at: null,
  };
  await database
    .insertInto('support_address_confirmations')
    .values({ workspace_id: workspaceId, address, ...state })
    .onConflict((conflict) => conflict.columns(['workspace_id', 'address']).doUpdateSet(state))
    .execute();
}

type AddressKey = Pick<StoredConfirmation, 'workspaceId' | 'address'>;

/** Replaces the link of the previous mail. */
export async function updateConfirmationToken(
  database: Database,
  { workspaceId, address }: AddressKey,
  token: { readonly hash: Uint8Array; readonly expiresAt: Date },
): Promise<void> {
  await database
    .updateTable('support_address_confirmations')
    .set({ token_hash: Buffer.from(token.hash), token_expires_at: token.expiresAt })
    .where('workspace_id', '=', workspaceId)
    .where('address', '=', address)
    .execute();
}

/** Ends the sending with this attempt; `sentAt` null: the mail server refused the address. */
export async function updateConfirmationAsSettled(
  database: Database,
  { workspaceId, address, attempts }: StoredConfirmation,
  sentAt: Date | null,
): Promise<void> {
  await database
    .updateTable('support_address_confirmations')
    .set({ due_at: null, ...(sentAt && { confirmation_sent_at: sentAt }) })
    .where('workspace_id', '=', workspaceId)
    .where('address', '=', address)
    .where('tries', '=', attempts)
    .execute();
}

/** The address of a link; undefined if the link is unknown, used, replaced or expired. */
export async function findConfirmationByToken(
  database: Database,
  tokenHash: Uint8Array,
  now: Date,
): Promise<AddressKey | undefined> {
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
): Promise<AddressKey | undefined> {
  const row = await database
    .updateTable('support_address_confirmations')
    .set({ confirmed_at: now, due_at: null, token_hash: null, token_expires_at: null })
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
    .set({ confirmed_at: now, due_at: null, token_hash: null, token_expires_at: null })
    .where('workspace_id', '=', workspaceId)
    .where('removed_at', 'is', null)
    .where('confirmed_at', 'is', null)
    .execute();
}

/** Stops mail to removed addresses and invalidates their links. */
export async function updateConfirmationsAsRemoved(
  database: Database,
  workspaceId: string,
  addresses: readonly string[],
  now: Date,
): Promise<void> {
  await database
    .updateTable('support_address_confirmations')
    .set({ removed_at: now, due_at: null, confirmed_at: null, token_hash: null, token_expires_at: null })
    .where('workspace_id', '=', workspaceId)
    .where('address', '=', sql<string>`any(${addresses}::text[])`)
    .execute();
}

export async function deleteConfirmationsRemovedBefore(
  database: Database,
  workspaceId: string,
  moment: Date,
): Promise<void> {
  await database
    .deleteFrom('support_address_confirmations')
    .where('workspace_id', '=', workspaceId)
    .where('removed_at', '<', moment)
    .execute();
}

function storedFrom(row: Selectable<SupportAddressConfirmations>): StoredConfirmation {
  return {
    workspaceId: row.workspace_id,
    address: row.address,
    dueAt: row.due_at,
    attempts: row.tries,
    attemptedAt: row.tried_at,
    confirmedAt: row.confirmed_at,
  };
}
