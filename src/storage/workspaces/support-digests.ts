import { sql } from 'kysely';
import type { QueuedMail } from '../../core/workspaces/mail-queue.ts';
import type { NoticeFacts, NoticeKind } from '../../core/workspaces/notice-texts.ts';
import type { DigestGroup } from '../../core/workspaces/support-digest.ts';
import type { Database } from '../database.ts';
import { plainArray } from '../sql/plain-array.ts';
import { saveMails } from './mails.ts';
import { hasConfirmedAddress, listConfirmedAddresses } from './support-confirmations.ts';

/**
 * Workspaces with notices without a digest and with a confirmed address. Their last digest was made at `lastMadeBefore`
 * or earlier, and was accepted by a recipient or has ended.
 */
export async function findWorkspacesToMail(
  database: Database,
  lastMadeBefore: Date,
  only: { readonly workspaceId: string } | 'any',
): Promise<readonly string[]> {
  const { rows } = await sql<{ workspace_id: string }>`
    select workspace.workspace_id from (
      select distinct workspace_id from notices
      where digest_id is null and done_at is null
        and ${only === 'any' ? sql`true` : sql`workspace_id = ${only.workspaceId}`}
    ) as unmailed
    join workspaces as workspace using (workspace_id)
    where ${hasConfirmedAddress(sql`workspace`)}
      and not exists (
        select from mails as digest
        where digest.workspace_id = unmailed.workspace_id and kind = 'SupportDigest'
          and queued_at > ${lastMadeBefore}
      )
      and not exists (
        select from mails as digest
        where digest.workspace_id = unmailed.workspace_id and kind = 'SupportDigest'
          and sent_at is null and due_at is not null
      )
    limit 100`.execute(database);
  return rows.map(({ workspace_id }) => workspace_id);
}

/** The recipients of a digest. The lock excludes only transactions that make another digest of the workspace. */
export async function lockConfirmedAddresses(
  database: Database,
  workspaceId: string,
): Promise<readonly string[] | undefined> {
  const row = await database
    .selectFrom('workspaces')
    .select('support_addresses')
    .where('workspace_id', '=', workspaceId)
    .forNoKeyUpdate()
    .skipLocked()
    .executeTakeFirst();
  if (!row) return undefined;
  const confirmed = new Set(await listConfirmedAddresses(database, workspaceId));
  return row.support_addresses.filter((address) => confirmed.has(address.toLowerCase()));
}

/** Inserts a digest with the oldest notices without one, in a transaction. False: there are none, and no digest is inserted. */
export async function insertDigest(
  database: Database,
  digest: QueuedMail<'SupportDigest'>,
  maxNotices: number,
): Promise<boolean> {
  const { workspaceId, mailId } = digest;
  const { rows: selected } = await sql<{ notice_id: string }>`
    select notice_id from notices
    where workspace_id = ${workspaceId} and digest_id is null and done_at is null
    order by notice_id
    limit ${maxNotices}
    for update`.execute(database);
  if (selected.length === 0) return false;
  await saveMails(database, [digest]);
  await sql`
    update notices set digest_id = ${mailId}
    where workspace_id = ${workspaceId}
      and notice_id = any(${plainArray(selected.map(({ notice_id }) => notice_id))}::uuid[])`.execute(
    database,
  );
  return true;
}

export async function updateNoticesAsMailed(
  database: Database,
  workspaceId: string,
  digestId: string,
  mailedAt: Date,
): Promise<void> {
  await database
    .updateTable('notices')
    .set({ mailed_at: mailedAt })
    .where('workspace_id', '=', workspaceId)
    .where('digest_id', '=', digestId)
    .where('mailed_at', 'is', null)
    .execute();
}

/** The notices of the digest by kind: their number, and the first `maxPerKind`. */
export async function loadDigestGroups(
  database: Database,
  workspaceId: string,
  digestId: string,
  maxPerKind: number,
): Promise<readonly DigestGroup[]> {
  const { rows } = await sql<{ kind: NoticeKind; facts: NoticeFacts; count: number }>`
    select kind, facts, count from (
      select kind, facts, notice_id,
        row_number() over (partition by kind order by notice_id) as ordinal,
        (count(*) over (partition by kind))::integer as count
      from notices
      where workspace_id = ${workspaceId} and digest_id = ${digestId}
    ) as selected
    where ordinal <= ${maxPerKind}
    order by kind, notice_id`.execute(database);
  return [...new Set(rows.map(({ kind }) => kind))].map((kind) => {
    const notices = rows.filter((row) => row.kind === kind);
    return { kind, count: notices[0]?.count ?? 0, notices };
  });
}
