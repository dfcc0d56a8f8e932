import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Books } from '../../../tests/support/worlds/books.ts';
import { refuseUnknown } from '../../core/refusal.ts';
import type { NoticeKind } from '../../core/workspaces/notice-texts.ts';
import type { WorkspaceSettings } from '../../core/workspaces/settings.ts';
import { insertNotices, listNotices, type StoredNotice } from '../../storage/workspaces/notices.ts';
import {
  loadSupportAddresses,
  loadUsageHold,
  loadWorkspaceSettings,
} from '../../storage/workspaces/workspaces.ts';
import { assignNotice, markNoticeDone } from './notices.ts';
import { changeWorkspaceSettings } from './settings.ts';

let books: Books;
beforeAll(async () => {
  books = await Books.open();
});
afterAll(() => books.close());

const refused = { refused: true, code: 'request.validation_failed' };

describe('workspace settings', () => {
  const change = (workspaceId: string, changes: Partial<WorkspaceSettings>) =>
    changeWorkspaceSettings(books.context, workspaceId, changes, 'any');

  it('are saved or refused as a whole, per workspace', async () => {
    const [ours, theirs] = [await books.workspace(), await books.workspace()];
    const before = await loadWorkspaceSettings(books.database, theirs);
    const changes = { name: 'Ours', usageHoldMinutes: 0, supportAddresses: ['a@x.example', 'A@x.example'] };
    const taken = {
      acceptsFewerSeats: false,
      assignBuyer: true,
      signInTenants: [],
      apiKeyMaxAgeDays: null,
      mailsUsageAlerts: false,
      tokenLifetimeHours: 168,
      afterLicenceEnd: 'ReadOnly',
      signingKeyMaxAgeDays: 365,
      name: 'Ours',
      usageHoldMinutes: 0,
      supportAddresses: ['a@x.example'],
      revision: 2,
    };
    expect(await change(ours, changes)).toEqual(taken);
    expect(await change(ours, { name: 'Other', supportAddresses: ['nobody'] })).toMatchObject(refused);
    expect(await change(ours, { usageHoldMinutes: 121 })).toMatchObject(refused);
    expect(await loadWorkspaceSettings(books.database, ours)).toEqual(taken);
    expect(await loadSupportAddresses(books.database, ours)).toEqual(['a@x.example']);
    expect(await loadUsageHold(books.database, ours)).toBe(0);
    expect(await loadWorkspaceSettings(books.database, theirs)).toEqual(before);
    expect(await change(ours, { supportAddresses: [] })).toMatchObject({
      name: 'Ours',
      supportAddresses: [],
    });
  });
});

describe('the inbox', () => {
  const raise = async (workspaceId: string, kind: NoticeKind, ...keys: string[]) => {
    books.clock.forward(1_000);
    const notices = keys.map((key) => ({ kind, key, facts: { key } }));
    await insertNotices(books.database, workspaceId, notices, books.context);
  };
  const all = { state: 'Any', kind: 'Any', limit: 10 } as const;
  const keys = (notices: readonly StoredNotice[]) => notices.map(({ key }) => key);

  it('lists each notice once, newest first, in pages, by state and kind', async () => {
    const [ours, theirs] = [await books.workspace(), await books.workspace()];
    await raise(theirs, 'UsageRejected', 'one');
    for (const key of ['one', 'two', 'one', 'three']) await raise(ours, 'UsageRejected', key);
    await raise(ours, 'UsageExpired', 'one');
    const listed = async (question: object) => listNotices(books.database, ours, { ...all, ...question });

    const first = await listed({ limit: 3 });
    expect(keys(first)).toEqual(['one', 'three', 'two']);
    const two = first[2]?.noticeId ?? '';
    expect(keys(await listed({ limit: 3, after: [two] }))).toEqual(['one']);
    expect(keys(await listed({ kind: 'UsageExpired' }))).toEqual(['one']);
    expect(keys(await listed({ sort: 'raisedAt', after: [two] }))).toEqual(['three', 'one']);

    const done = await markNoticeDone(books.context, ours, two, 'mara@partner.example');
    const by = { at: books.clock.now(), by: 'mara@partner.example' };
    expect(done).toMatchObject({ noticeId: two, done: by });
    books.clock.forward(1_000);
    expect(await markNoticeDone(books.context, ours, two, 'late@partner.example')).toMatchObject({
      done: by,
    });
    expect(keys(await listed({ state: 'Open' }))).toEqual(['one', 'three', 'one']);
    expect(keys(await listed({ state: 'Done' }))).toEqual(['two']);
  });

  it('assigns a notice to a member who has joined, and to nobody', async () => {
    const [ours, theirs] = [await books.workspace(), await books.workspace()];
    await raise(ours, 'UsageRejected', 'one', 'two');
    const [notice] = await listNotices(books.database, ours, all);
    const noticeId = notice?.noticeId ?? '';
    const member = async (workspaceId: string, joinedAt: Date | null) => {
      const memberId = crypto.randomUUID();
      await books.database
        .insertInto('workspace_members')
        .values({
          workspace_id: workspaceId,
          member_id: memberId,
          email: `${memberId}@partner.example`,
          name: 'Mara',
          role: 'Subscription support',
          tenant_id: crypto.randomUUID(),
          object_id: joinedAt && crypto.randomUUID(),
          invited_at: books.clock.now(),
          joined_at: joinedAt,
        })
        .execute();
      return memberId;
    };
    const mara = await member(ours, books.clock.now());
    for (const other of [await member(ours, null), await member(theirs, books.clock.now())])
      expect(await assignNotice(books.context, ours, noticeId, other)).toEqual(
        refuseUnknown('memberId', 'member'),
      );
    expect(await assignNotice(books.context, theirs, noticeId, null)).toEqual(
      refuseUnknown('noticeId', 'notice'),
    );
    const assignee = { memberId: mara, name: 'Mara' };
    expect(await assignNotice(books.context, ours, noticeId, mara)).toMatchObject({ assignee });
    const ofMara = async () => listNotices(books.database, ours, { ...all, assignedTo: mara });
    expect(await ofMara()).toMatchObject([{ noticeId, assignee }]);
    expect(await assignNotice(books.context, ours, noticeId, null)).toMatchObject({ assignee: null });
    expect(await ofMara()).toEqual([]);
  });

  it('refuses to mark unknown notices and those of another workspace', async () => {
    const [ours, theirs] = [await books.workspace(), await books.workspace()];
    await raise(theirs, 'UsageRejected', 'one');
    const [notice] = await listNotices(books.database, theirs, all);
    for (const noticeId of [notice?.noticeId ?? '', 'nothing', crypto.randomUUID()]) {
      expect(await markNoticeDone(books.context, ours, noticeId, 'mara')).toEqual(
        refuseUnknown('noticeId', 'notice'),
      );
    }
    expect(await listNotices(books.database, theirs, all)).toMatchObject([{ done: null }]);
  });
});
