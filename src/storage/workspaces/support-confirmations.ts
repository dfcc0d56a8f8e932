import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { AddressConfirmation } from '../../core/workspaces/address-confirmation.ts';
import type { Database } from '../database.ts';
import type { SupportAddressConfirmations } from '../tables.generated.ts';

export interface StoredConfirmation extends AddressConfirmation {
  readonly workspaceId: string;
  /** In lower case. */
  readonly address: string;
}

/** A condition on a row of `workspaces`: whether anybody is mailed its notices. */
export function hasConfirmedAddress(workspace: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from support_address_confirmations as confirmation
    join unnest(${workspace}.support_addresses) as listed (address)
      on confirmation.address = lower(listed.address collate "C")
    where confirmation.workspace_id = ${workspace}.workspace_id and confirmation.confirmed_at is not null
  )`;
}

/** Which of the workspace's addresses have been confirmed, in lower case. */
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

/** Everything remembered of the workspace's addresses, those removed lately included. */
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

/** The mail that has been due the longest; those that other senders have locked are skipped. */
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

/** Writes how far the address is; an address that was removed is one of the workspace again. */
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

/** The link of the latest mail replaces the one before. */
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

/** Nothing more is to be sent after this attempt; `sentAt` null: the address was refused. */
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

/** Whose link it is; undefined when there is none such, or it is used, replaced or too old. */
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

/** Spends the link. Of several who try, one has it. */
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

/** For the demo, whose addresses nobody reads: all that wait count as confirmed. */
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

/** A removed address is mailed nothing, and no link of it works any more. */
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
