import type { WorkspaceMember } from '../../core/workspaces/member.ts';
import type { Database } from '../database.ts';

export async function insertSignInLink(
  database: Database,
  link: Pick<WorkspaceMember, 'workspaceId' | 'memberId'> & {
    readonly linkHash: Uint8Array;
    readonly expiresAt: Date;
  },
  now: Date,
): Promise<void> {
  await database
    .insertInto('sign_in_links')
    .values({
      link_hash: Buffer.from(link.linkHash),
      workspace_id: link.workspaceId,
      member_id: link.memberId,
      created_at: now,
      expires_at: link.expiresAt,
    })
    .execute();
}

/** Uses the link up; undefined when it is unknown, used or expired. Of concurrent calls one succeeds. */
export async function consumeSignInLink(
  database: Database,
  linkHash: Uint8Array,
  now: Date,
): Promise<Pick<WorkspaceMember, 'workspaceId' | 'memberId'> | undefined> {
  const row = await database
    .updateTable('sign_in_links')
    .set({ used_at: now })
    .where('link_hash', '=', Buffer.from(linkHash))
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning(['workspace_id', 'member_id'])
    .executeTakeFirst();
  return row && { workspaceId: row.workspace_id, memberId: row.member_id };
}

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
