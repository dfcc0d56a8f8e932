import type { Database } from '../database.ts';

export async function findCanary(database: Database): Promise<Uint8Array | undefined> {
  const row = await database.selectFrom('encryption_canary').select('sealed_canary').executeTakeFirst();
  return row?.sealed_canary;
}

/** Keeps an existing canary. */
export async function insertCanary(database: Database, sealed: Uint8Array): Promise<void> {
  await database
    .insertInto('encryption_canary')
    .values({ sealed_canary: Buffer.from(sealed) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function updateCanary(database: Database, sealed: Uint8Array): Promise<void> {
  await database
    .updateTable('encryption_canary')
    .set({ sealed_canary: Buffer.from(sealed) })
    .execute();
}
