import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Mailbox, startMailbox } from '../../../emulators/mailbox/start.ts';
import { done } from '../../../tests/support/done.ts';
import { Books } from '../../../tests/support/worlds/books.ts';
import { gatherNotices } from '../../actions/workspaces/gather-notices.ts';
import { leaseMail } from '../../actions/workspaces/lease-mail.ts';
import { markNoticeDone } from '../../actions/workspaces/notices.ts';
import { changeWorkspaceSettings } from '../../actions/workspaces/settings.ts';
import { settleMail } from '../../actions/workspaces/settle-mail.ts';
import { createMailSender } from '../../adapters/mail/mail-sender.ts';
import type { NoticeKind } from '../../core/workspaces/notice-texts.ts';
import { insertNotices, listNotices, loadWaitingMail } from '../../storage/workspaces/notices.ts';
import { updateAddressesAsConfirmed } from '../../storage/workspaces/support-confirmations.ts';
import { seatMailText } from '../marketplace/seat-mail-text.ts';
import { atRiskMailText } from '../subscriptions/at-risk-mail-text.ts';
import { alertMailText } from '../usage/alert-mail-text.ts';
import { workspaceMailTexts } from './mail-texts.ts';
import { sendMails } from './send-mails.ts';

const minute = 60_000;
const [ada, bea] = ['ada@arcadia.example', 'bea@arcadia.example'];
const anything = { state: 'Any', kind: 'Any', limit: 100 } as const;

let books: Books;
let mailbox: Mailbox;
let workspaceId: string;
beforeAll(async () => {
  books = await Books.open(6);
});
afterAll(() => books.close());
beforeEach(async () => {
  mailbox = await startMailbox();
  workspaceId = await books.workspace();
  done(await changeWorkspaceSettings(books.context, workspaceId, { supportAddresses: [ada, bea] }, 'any'));
  await updateAddressesAsConfirmed(books.database, workspaceId, books.clock.now());
  // Notices of other tests belong to no workspace any more.
  await books.database
    .updateTable('workspaces')
    .set({ support_addresses: [] })
    .where('workspace_id', '<>', workspaceId)
    .execute();
  await books.database.updateTable('mails').set({ due_at: null, leased_until: null }).execute();
});
afterEach(() => mailbox.close());

let raised = 0;
const raise = (count = 1, kind: NoticeKind = 'UsageRejected', workspace = workspaceId) =>
  insertNotices(
    books.database,
    workspace,
    Array.from({ length: count }, () => ({ kind, key: `k${++raised}`, facts: { quantity: raised } })),
    books.context,
  );

const options = {
  context: () => books.context,
  texts: {
    ...workspaceMailTexts,
    ReservedSeat: seatMailText,
    CustomersAtRisk: atRiskMailText,
    UsageAlert: alertMailText,
  },
  publicUrl: () => 'https://tessera.example',
  confirmationUrl: () => 'https://tessera.example/confirm',
};

function node(smtpUrl = mailbox.smtpUrl) {
  const failures: string[] = [];
  const work = sendMails({
    ...options,
    mailSender: createMailSender({ smtpUrl, from: 'tessera@tessera.example', budgetMilliseconds: 5_000 }),
    onFailure: (error) => failures.push(String(error)),
  });
  return {
    failures,
    async run() {
      while ((await gatherNotices(books.context)) > 0 || (await work()));
    },
  };
}

const mailed = async () =>
  (await listNotices(books.database, workspaceId, anything)).filter(({ mailedAt }) => mailedAt).length;
const subjects = () => mailbox.mails().map(({ subject }) => subject.replace(/^.*?: /, ''));
const waiting = async () => (await loadWaitingMail(books.database)).count;

describe('a digest', () => {
  it('is sent to every support address at once, and the next one five minutes later', async () => {
    const sender = node();
    await sender.run();
    expect(mailbox.mails()).toEqual([]);
    await raise(2);
    expect(await waiting()).toBe(2);
    await sender.run();
    expect(mailbox.mails()).toMatchObject([{ to: [ada, bea], from: 'tessera@tessera.example' }]);
    expect([await mailed(), await waiting()]).toEqual([2, 0]);

    await raise(30);
    await raise(1, 'UsageExpired');
    books.clock.forward(5 * minute - 1);
    await sender.run();
    expect(mailbox.mails()).toHaveLength(1);
    books.clock.forward(1);
    await sender.run();
    expect(subjects()).toEqual(['31 notices', 'Usage rejected by the marketplace (2)']);
    expect(mailbox.mails()[0]?.text).toContain('and 10 more');
    expect([await mailed(), sender.failures]).toEqual([33, []]);
  });

  it('is sent once by several nodes', async () => {
    await raise(50);
    await Promise.all([node(), node(), node(), node()].map((sender) => sender.run()));
    expect(subjects()).toEqual(['Usage rejected by the marketplace (50)']);
  });

  it("contains only the workspace's own notices, and is not sent without confirmed addresses", async () => {
    const theirs = await books.workspace();
    done(
      await changeWorkspaceSettings(
        books.context,
        theirs,
        { supportAddresses: ['theirs@borealis.example'] },
        'any',
      ),
    );
    await updateAddressesAsConfirmed(books.database, theirs, books.clock.now());
    const silent = await books.workspace();
    const unconfirmed = { supportAddresses: ['stranger@borealis.example'] };
    done(await changeWorkspaceSettings(books.context, silent, unconfirmed, 'any'));
    await raise(3);
    await raise(2, 'UsageExpired', theirs);
    await raise(4, 'UsageDrift', silent);
    expect(await waiting()).toBe(5);
    await node().run();
    const mails = mailbox.mails().map(({ to, subject }) => [to.join(), /\((\d+)\)$/.exec(subject)?.[1]]);
    expect(mails.sort()).toEqual([
      [`${ada},${bea}`, '3'],
      // To confirm the address.
      ['stranger@borealis.example', undefined],
      ['theirs@borealis.example', '2'],
    ]);
    expect(await listNotices(books.database, silent, anything)).toHaveLength(4);
  });

  it('omits notices that are done', async () => {
    await raise(2);
    const [first] = await listNotices(books.database, workspaceId, anything);
    done(await markNoticeDone(books.context, workspaceId, first?.noticeId ?? '', 'mara@arcadia.example'));
    await node().run();
    expect(subjects()).toEqual(['Usage rejected by the marketplace']);
  });
});

describe('when the mail server', () => {
  it('is down, nothing is lost and it is retried with back-off', async () => {
    await raise(3);
    const unreachable = node('smtp://127.0.0.1:9');
    await unreachable.run();
    await raise(2);
    await unreachable.run();
    expect(unreachable.failures).toHaveLength(1);
    for (let round = 0; round < 10; round++) {
      books.clock.forward(30 * minute);
      await unreachable.run();
    }
    expect([await mailed(), await waiting()]).toEqual([0, 5]);

    books.clock.forward(60 * minute);
    await node().run();
    expect(subjects()).toEqual([2, 3].map((count) => `Usage rejected by the marketplace (${count})`));
    expect([await mailed(), await waiting()]).toEqual([5, 0]);
  });

  it('refuses one address permanently, the others get the mail and it is settled', async () => {
    mailbox.setFault({ kind: 'never', address: bea });
    await raise();
    const sender = node();
    await sender.run();
    books.clock.forward(24 * 60 * minute);
    await sender.run();
    expect(mailbox.mails()).toMatchObject([{ to: [ada] }]);
    expect([await mailed(), sender.failures.length]).toEqual([1, 1]);
    expect(sender.failures[0]).toContain('550');
  });

  it('refuses every address, the digest ends, the notices stay, and the next is sent', async () => {
    mailbox.setFault({ kind: 'never' });
    await raise();
    const sender = node();
    await sender.run();
    books.clock.forward(24 * 60 * minute);
    await sender.run();
    expect([sender.failures.length, await mailed(), await waiting()]).toEqual([1, 0, 0]);
    mailbox.clearFaults();
    await raise();
    await sender.run();
    expect(mailbox.mails()).toHaveLength(1);
  });

  it('refuses one address temporarily, only that one is retried', async () => {
    mailbox.setFault({ kind: 'later', address: bea });
    await raise();
    const sender = node();
    await sender.run();
    expect(await mailed()).toBe(1);
    mailbox.clearFaults();
    books.clock.forward(5 * minute);
    await raise();
    await sender.run();
    expect(mailbox.mails().map(({ to }) => to)).toEqual([[ada, bea], [bea], [ada]]);
    const [, again, first] = mailbox.mails();
    expect(again?.messageId).toBe(first?.messageId);
  });

  it('refuses every address temporarily for five days, the digest is given up', async () => {
    mailbox.setFault({ kind: 'later' });
    await raise();
    const sender = node();
    for (let hours = 0; hours <= 6 * 24; hours += 4) {
      await sender.run();
      books.clock.forward(4 * 60 * minute);
    }
    const tries = sender.failures.length;
    expect(tries).toBeGreaterThan(25);
    await sender.run();
    expect([sender.failures.length, await waiting()]).toEqual([tries, 0]);
  });
});

it('a mail that is not needed any more is not sent, and the attempt does not count', async () => {
  const address = 'new@arcadia.example';
  for (const supportAddresses of [
    [ada, bea, address],
    [ada, bea],
  ]) {
    done(await changeWorkspaceSettings(books.context, workspaceId, { supportAddresses }, 'any'));
  }
  const mail = () =>
    books.database
      .selectFrom('mails')
      .select(['attempts', 'attempted_at', 'due_at', 'leased_until'])
      .where('workspace_id', '=', workspaceId)
      .where('key', '=', address)
      .executeTakeFirst();
  expect(await mail()).toMatchObject({ due_at: books.clock.now() });
  await node().run();
  expect(mailbox.mails()).toEqual([]);
  expect(await mail()).toEqual({ attempts: 0, attempted_at: null, due_at: null, leased_until: null });
});

describe('a node that dies', () => {
  it('before sending: another node sends, once the lease has expired', async () => {
    await raise();
    await gatherNotices(books.context);
    expect(await leaseMail(books.context)).toBeDefined();
    const sender = node();
    await sender.run();
    expect(mailbox.mails()).toEqual([]);
    books.clock.forward(2 * minute);
    await sender.run();
    expect(mailbox.mails()).toHaveLength(1);
  });

  it('between sending and settling: the same mail is sent again, and only the later result counts', async () => {
    await raise(3);
    await gatherNotices(books.context);
    const leased = await leaseMail(books.context);
    if (!leased) throw new Error('Nothing was leased');
    let result: Parameters<typeof settleMail>[2] | undefined;
    const dying = sendMails({
      ...options,
      mailSender: {
        async send(mail) {
          result = await createMailSender({
            smtpUrl: mailbox.smtpUrl,
            from: 'tessera@tessera.example',
          }).send(mail);
          throw new Error('killed');
        },
      },
      onFailure: () => {},
    });
    books.clock.forward(2 * minute);
    await expect(dying()).rejects.toThrow('killed');
    expect([mailbox.mails().length, await mailed()]).toEqual([1, 0]);

    await raise(1);
    books.clock.forward(2 * minute);
    await node().run();
    const [second, first] = mailbox.mails();
    expect({ ...second, receivedAt: 0 }).toEqual({ ...first, receivedAt: 0 });
    expect(await mailed()).toBe(3);
    // The late result does not count: the lease is no longer its own.
    await settleMail(books.context, leased, result ?? { taken: [], refused: [], failure: null });
    expect(await mailed()).toBe(3);
  });
});
