import type { Database } from '../database.ts';

/** True only for the first use of the state. */
export async function insertSpentSignIn(
  database: Database,
  stateHash: Uint8Array,
  now: Date,
): Promise<boolean> {
  const result = await database
    .insertInto('spent_sign_ins')
    .values({ state_hash: Buffer.from(stateHash), spent_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return Number(result.numInsertedOrUpdatedRows) === 1;
}

export async function isSignInSpent(database: Database, stateHash: Uint8Array): Promise<boolean> {
  const row = await database
    .selectFrom('spent_sign_ins')
    .select('spent_at')
    .where('state_hash', '=', Buffer.from(stateHash))
    .executeTakeFirst();
  return row !== undefined;
}
