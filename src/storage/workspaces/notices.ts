import { type Selectable, sql } from 'kysely';
import { timeOrderedId } from '../../core/identifiers.ts';
import type { RandomBytes } from '../../core/ports.ts';
import type { Notice } from '../../core/workspaces/notice.ts';
import type { NoticeFacts, NoticeKind } from '../../core/workspaces/notice-texts.ts';
import type { Database } from '../database.ts';
import type { Notices } from '../schema/tables.generated.ts';
import { ListOrder, type SortedPage } from '../sql/list-order.ts';
import { loadTotal } from '../sql/load-total.ts';
import { unnestRows } from '../sql/unnest-rows.ts';
import { hasConfirmedAddress } from './support-confirmations.ts';

export interface StoredNotice extends Notice {
  readonly noticeId: string;
  readonly raisedAt: Date;
  /** When the first support address received it; null before that. */
  readonly mailedAt: Date | null;
  readonly done: { readonly at: Date; readonly by: string } | null;
  /** The member who handles it; null: nobody. */
  readonly assignee: NoticeAssignee | null;
}

interface NoticeAssignee {
  readonly memberId: string;
  /** The e-mail address of a member without a name. */
  readonly name: string;
}

/**
 * Inserts notices in the transaction of their cause, and skips those raised before. Sorted by key, so that two
 * transactions cannot deadlock.
 */
export async function insertNotices(
  database: Database,
  workspaceId: string,
  notices: readonly Notice[],
  { now, randomBytes }: { readonly now: Date; readonly randomBytes: RandomBytes },
): Promise<void> {
  if (notices.length === 0) return;
  await sql`
    insert into notices (workspace_id, notice_id, kind, key, facts, raised_at)
    select ${workspaceId}, notice_id, kind, key, facts, ${now}
    from ${unnestRows('raised', notices, {
      notice_id: ['uuid', () => timeOrderedId(now, randomBytes)],
      kind: 'text',
      key: 'text',
      facts: ['jsonb', ({ facts }) => JSON.stringify(facts)],
    })}
    order by kind, key
    on conflict (workspace_id, kind, key) do nothing`.execute(database);
}

export interface InboxFilter {
  readonly state: 'Open' | 'Done' | 'Any';
  readonly kind: NoticeKind | 'Any';
  /** The id of a member; undefined: of anybody or nobody. */
  readonly assignedTo?: string | undefined;
}

export const noticeOrder = new ListOrder({
  id: [{ column: sql`notice_id`, type: 'uuid', of: ({ noticeId }: StoredNotice) => noticeId }],
  idKey: 'raisedAt',
  columns: {},
  standard: '-raisedAt',
});

/** A page of the inbox, newest first unless another order is asked for. */
export async function listNotices(
  database: Database,
  workspaceId: string,
  { state, kind, assignedTo, ...page }: InboxFilter & SortedPage<(typeof noticeOrder.sorts)[number]>,
): Promise<readonly StoredNotice[]> {
  const notices = noticesOf(database, workspaceId).where(isOfInbox({ state, kind, assignedTo }));
  const rows = await noticeOrder.pageOf(notices, page);
  return rows.map(storedFrom);
}

/** The notices of a workspace, with the names of the members who handle them. A removed member handles none. */
function noticesOf(database: Database, workspaceId: string) {
  return database
    .selectFrom('notices')
    .leftJoin('workspace_members as member', (join) =>
      join
        .on('member.workspace_id', '=', workspaceId)
        .onRef('member.member_id', '=', 'notices.assigned_to')
        .on('member.removed_at', 'is', null),
    )
    .selectAll('notices')
    .select([
      'member.member_id as assignee_id',
      sql<string>`coalesce(member.name, member.email)`.as('assignee'),
    ])
    .where('notices.workspace_id', '=', workspaceId);
}

type NoticeRow = Selectable<Notices> & {
  readonly assignee_id?: string | null;
  readonly assignee?: string | null;
};

export const loadNoticeTotal = (database: Database, workspaceId: string, filter: InboxFilter) =>
  loadTotal(database, sql`select from notices where workspace_id = ${workspaceId} and ${isOfInbox(filter)}`);

function isOfInbox({ state, kind, assignedTo }: InboxFilter) {
  const ofState = { Open: sql`done_at is null`, Done: sql`done_at is not null`, Any: sql`true` }[state];
  const ofKind = kind === 'Any' ? sql`true` : sql`kind = ${kind}`;
  const ofAssignee = assignedTo === undefined ? sql`true` : sql`assigned_to = ${assignedTo}`;
  return sql<boolean>`${ofState} and ${ofKind} and ${ofAssignee}`;
}

export async function findNotice(
  database: Database,
  workspaceId: string,
  noticeId: string,
): Promise<StoredNotice | undefined> {
  const row = await noticesOf(database, workspaceId).where('notice_id', '=', noticeId).executeTakeFirst();
  return row && storedFrom(row);
}

/** Assigns a notice to a member, or to nobody with null. */
export async function updateNoticeAssignee(
  database: Database,
  workspaceId: string,
  noticeId: string,
  memberId: string | null,
): Promise<void> {
  await database
    .updateTable('notices')
    .set({ assigned_to: memberId })
    .where('workspace_id', '=', workspaceId)
    .where('notice_id', '=', noticeId)
    .execute();
}

/** The open notices among these. */
export async function findOpenNotices(
  database: Database,
  workspaceId: string,
  keys: readonly Pick<Notice, 'kind' | 'key'>[],
): Promise<readonly StoredNotice[]> {
  const { rows } = await sql<Selectable<Notices>>`
    select notice.* from notices as notice
    join ${unnestRows('asked', keys, { kind: 'text', key: 'text' })}
      using (kind, key)
    where notice.workspace_id = ${workspaceId} and notice.done_at is null`.execute(database);
  return rows.map(storedFrom);
}

/** Marks a notice as done, or reopens it with null. False when it is unknown, or already so. */
export async function updateNoticeDone(
  database: Database,
  workspaceId: string,
  noticeId: string,
  done: { readonly by: string; readonly at: Date } | null,
): Promise<boolean> {
  const result = await database
    .updateTable('notices')
    .set({ done_by: done?.by ?? null, done_at: done?.at ?? null })
    .where('workspace_id', '=', workspaceId)
    .where('notice_id', '=', noticeId)
    .where('done_at', done ? 'is' : 'is not', null)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Number of notices to be mailed, and the time of the oldest. */
export async function loadWaitingMail(
  database: Database,
): Promise<{ readonly count: number; readonly oldestRaisedAt: Date | null }> {
  const { rows } = await sql<{ count: number; oldest: Date | null }>`
    select count(*)::integer as count, min(raised_at) as oldest from (
      select raised_at from notices join workspaces as workspace using (workspace_id)
      where digest_id is null and done_at is null and ${hasConfirmedAddress(sql`workspace`)}
      union all
      select raised_at from mails as digest
      join notices as notice on notice.workspace_id = digest.workspace_id and notice.digest_id = digest.mail_id
      where digest.sent_at is null and digest.due_at is not null
    ) as waiting`.execute(database);
  return { count: rows[0]?.count ?? 0, oldestRaisedAt: rows[0]?.oldest ?? null };
}

function storedFrom(row: NoticeRow): StoredNotice {
  return {
    noticeId: row.notice_id,
    kind: row.kind as NoticeKind,
    key: row.key,
    facts: row.facts as NoticeFacts,
    raisedAt: row.raised_at,
    mailedAt: row.mailed_at,
    done: row.done_at && row.done_by !== null ? { at: row.done_at, by: row.done_by } : null,
    assignee: row.assignee_id && row.assignee ? { memberId: row.assignee_id, name: row.assignee } : null,
  };
}
