import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Books } from '../../tests/support/books.ts';
import type { NoticeKind } from '../core/notice.ts';
import { insertNotices, listNotices, type StoredNotice } from '../storage/notices.ts';
import { loadSupportAddresses, loadUsageHold } from '../storage/workspaces.ts';
import { markNoticeDone } from './mark-notice-done.ts';
import { setSupportAddresses } from './set-support-addresses.ts';
import { setUsageHold } from './set-usage-hold.ts';

let books: Books;
beforeAll(async () => {
  books = await Books.open();
});
afterAll(() => books.close());

const refused = { refused: true, code: 'request.validation_failed' };

describe('what a workspace has set', () => {
  it('support addresses: taken as a whole, or refused as a whole', async () => {
    const [ours, theirs] = [await books.workspace(), await books.workspace()];
    expect(await setSupportAddresses(books.context, ours, ['a@x.example', 'A@x.example'])).toEqual([
      'a@x.example',
    ]);
    expect(await setSupportAddresses(books.context, ours, ['b@x.example', 'nobody'])).toMatchObject(refused);
    expect(await loadSupportAddresses(books.database, ours)).toEqual(['a@x.example']);
    expect(await loadSupportAddresses(books.database, theirs)).toEqual([]);
    expect(await setSupportAddresses(books.context, ours, [])).toEqual([]);
  });

  it.each([
    [0, true],
    [120, true],
    [-1, false],
    [121, false],
    [1.5, false],
    [Number.NaN, false],
  ])('a hold of %s minutes', async (minutes, isTaken) => {
    const [ours, theirs] = [await books.workspace(), await books.workspace()];
    const answer = await setUsageHold(books.context, ours, minutes);
    if (isTaken) expect(answer).toBe(minutes);
    else expect(answer).toMatchObject(refused);
    expect(await loadUsageHold(books.database, ours)).toBe(isTaken ? minutes : 15);
    expect(await loadUsageHold(books.database, theirs)).toBe(15);
  });
});

describe('the inbox', () => {
  const raise = async (workspaceId: string, kind: NoticeKind, ...keys: string[]) => {
    books.clock.forward(1_000);
    const notices = keys.map((key) => ({ kind, key, facts: { key } }));
    await insertNotices(books.database, workspaceId, notices, books.context);
  };
  const all = { state: 'Any', kind: 'Any', after: null, limit: 10 } as const;
  const keys = (notices: readonly StoredNotice[]) => notices.map(({ key }) => key);

  it('has each notice once, the newest first, page by page, by state and kind', async () => {
    const [ours, theirs] = [await books.workspace(), await books.workspace()];
    await raise(theirs, 'UsageRejected', 'one');
    for (const key of ['one', 'two', 'one', 'three']) await raise(ours, 'UsageRejected', key);
    await raise(ours, 'UsageExpired', 'one');
    const listed = async (question: object) => listNotices(books.database, ours, { ...all, ...question });

    const first = await listed({ limit: 3 });
    expect([keys(first.notices), first.hasMore]).toEqual([['one', 'three', 'two'], true]);
    const rest = await listed({ limit: 3, after: first.notices.at(-1)?.noticeId });
    expect([keys(rest.notices), rest.hasMore]).toEqual([['one'], false]);
    expect(keys((await listed({ kind: 'UsageExpired' })).notices)).toEqual(['one']);

    const two = first.notices[2]?.noticeId ?? '';
    const done = await markNoticeDone(books.context, ours, two, 'mara@partner.example');
    const by = { at: books.clock.now(), by: 'mara@partner.example' };
    expect(done).toMatchObject({ noticeId: two, done: by });
    books.clock.forward(1_000);
    expect(await markNoticeDone(books.context, ours, two, 'late@partner.example')).toMatchObject({
      done: by,
    });
    expect(keys((await listed({ state: 'Open' })).notices)).toEqual(['one', 'three', 'one']);
    expect(keys((await listed({ state: 'Done' })).notices)).toEqual(['two']);
  });

  it("refuses to mark what is unknown, or another workspace's", async () => {
    const [ours, theirs] = [await books.workspace(), await books.workspace()];
    await raise(theirs, 'UsageRejected', 'one');
    const [notice] = (await listNotices(books.database, theirs, all)).notices;
    for (const noticeId of [notice?.noticeId ?? '', 'nothing', crypto.randomUUID()]) {
      const answer = await markNoticeDone(books.context, ours, noticeId, 'mara');
      expect(answer).toMatchObject({ refused: true, code: 'resource.not_found' });
    }
    expect(await listNotices(books.database, theirs, all)).toMatchObject({ notices: [{ done: null }] });
  });
});
