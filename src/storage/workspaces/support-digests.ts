import { type Selectable, sql } from 'kysely';
import type { LeaseTerms } from '../../core/lease.ts';
import type { SupportDigest } from '../../core/workspaces/digest-sending.ts';
import type { NoticeFacts, NoticeKind } from '../../core/workspaces/notice-texts.ts';
import type { DigestGroup } from '../../core/workspaces/support-digest.ts';
import type { Database } from '../database.ts';
import { mayTake } from '../lease-queue.ts';
import { plainArray } from '../plain-array.ts';
import type { SupportDigests } from '../tables.generated.ts';
import { hasConfirmedAddress, listConfirmedAddresses } from './support-confirmations.ts';

export interface StoredDigest {
  readonly workspaceId: string;
  readonly digest: SupportDigest;
}

interface DigestKey {
  readonly workspaceId: string;
  readonly digestId: string;
}

/** Some unleased digests of any workspace, those that have been due the longest first. */
export async function findDueDigests(
  database: Database,
  terms: LeaseTerms,
  limit: number,
): Promise<readonly DigestKey[]> {
  return database
    .selectFrom('support_digests')
    .select(['workspace_id as workspaceId', 'digest_id as digestId'])
    .where('ended_at', 'is', null)
    .where(mayTake(terms, 'support_digests'))
    .orderBy('due_at')
    .limit(limit)
    .execute();
}

/** Locks the digest if it is still to be sent and nobody has locked it. */
export async function lockDueDigest(
  database: Database,
  { workspaceId, digestId }: DigestKey,
  terms: LeaseTerms,
): Promise<StoredDigest | undefined> {
  const row = await database
    .selectFrom('support_digests')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('digest_id', '=', digestId)
    .where('ended_at', 'is', null)
    .where(mayTake(terms, 'support_digests'))
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  return row && storedFrom(row);
}

export async function lockDigest(
  database: Database,
  workspaceId: string,
  digestId: string,
): Promise<StoredDigest | undefined> {
  const row = await database
    .selectFrom('support_digests')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('digest_id', '=', digestId)
    .forUpdate()
    .executeTakeFirst();
  return row && storedFrom(row);
}

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
        select from support_digests as digest
        where digest.workspace_id = unmailed.workspace_id and digest.made_at > ${lastMadeBefore}
      )
      and not exists (
        select from support_digests as digest
        where digest.workspace_id = unmailed.workspace_id and taken_at is null and ended_at is null
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
  { workspaceId, digest }: StoredDigest,
  maxNotices: number,
): Promise<boolean> {
  const { digestId, madeAt, recipients, dueAt, attempts, leasedUntil } = digest;
  const { rows: selected } = await sql<{ notice_id: string }>`
    select notice_id from notices
    where workspace_id = ${workspaceId} and digest_id is null and done_at is null
    order by notice_id
    limit ${maxNotices}
    for update`.execute(database);
  if (selected.length === 0) return false;
  await sql`
    insert into support_digests (workspace_id, digest_id, made_at, recipients, due_at, attempts, leased_until)
    values (${workspaceId}, ${digestId}, ${madeAt}, ${recipients}, ${dueAt}, ${attempts}, ${leasedUntil})`.execute(
    database,
  );
  await sql`
    update notices set digest_id = ${digestId}
    where workspace_id = ${workspaceId}
      and notice_id = any(${plainArray(selected.map(({ notice_id }) => notice_id))}::uuid[])`.execute(
    database,
  );
  return true;
}

export async function updateDigest(database: Database, { workspaceId, digest }: StoredDigest): Promise<void> {
  await database
    .updateTable('support_digests')
    .set({
      recipients: [...digest.recipients],
      due_at: digest.dueAt,
      attempts: digest.attempts,
      leased_until: digest.leasedUntil,
      failure: digest.failure,
      taken_at: digest.takenAt,
      ended_at: digest.endedAt,
    })
    .where('workspace_id', '=', workspaceId)
    .where('digest_id', '=', digest.digestId)
    .execute();
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

function storedFrom(row: Selectable<SupportDigests>): StoredDigest {
  return {
    workspaceId: row.workspace_id,
    digest: {
      digestId: row.digest_id,
      madeAt: row.made_at,
      recipients: row.recipients,
      dueAt: row.due_at,
      attempts: row.attempts,
      leasedUntil: row.leased_until,
      failure: row.failure,
      takenAt: row.taken_at,
      endedAt: row.ended_at,
    },
  };
}

/** Deletes mails made before the moment whose notices are deleted, up to a limit. Returns how many. */
export async function deleteDigestsBefore(
  database: Database,
  workspaceId: string,
  moment: Date,
  limit: number,
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from support_digests as digest using (
      select digest_id from support_digests as made
      where workspace_id = ${workspaceId} and made_at < ${moment}
        and not exists (
          select from notices as notice
          where notice.workspace_id = ${workspaceId} and notice.digest_id = made.digest_id
        )
      order by made_at
      limit ${limit}
      for update of made skip locked
    ) as old
    where digest.workspace_id = ${workspaceId} and digest.digest_id = old.digest_id`.execute(database);
  return Number(numAffectedRows);
}
