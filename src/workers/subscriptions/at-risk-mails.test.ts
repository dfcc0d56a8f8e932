import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Mailbox, startMailbox } from '../../../emulators/mailbox/start.ts';
import { done } from '../../../tests/support/done.ts';
import { Books } from '../../../tests/support/worlds/books.ts';
import { deleteOldRows } from '../../actions/operations/delete-old-rows.ts';
import { queueAtRiskMails } from '../../actions/subscriptions/queue-at-risk-mails.ts';
import { leaseMail } from '../../actions/workspaces/lease-mail.ts';
import { changeMailPreferences } from '../../actions/workspaces/mail-preferences.ts';
import { createMailSender } from '../../adapters/mail/mail-sender.ts';
import { standardRetention } from '../../core/operations/retention.ts';
import type { MemberRole } from '../../core/workspaces/member-role.ts';
import { insertMember } from '../../storage/workspaces/members.ts';
import { seatMailText } from '../marketplace/seat-mail-text.ts';
import { alertMailText } from '../usage/alert-mail-text.ts';
import { workspaceMailTexts } from '../workspaces/mail-texts.ts';
import { sendMails } from '../workspaces/send-mails.ts';
import { atRiskMailText } from './at-risk-mail-text.ts';

const day = 24 * 3_600_000;
let books: Books;
let mailbox: Mailbox;
let workspaceId: string;
let administrator: string;
let viewer: string;

beforeAll(async () => {
  books = await Books.open(6);
});
afterAll(() => books.close());
beforeEach(async () => {
  mailbox = await startMailbox();
  workspaceId = await books.workspace();
  administrator = await join('ada@arcadia.example', 'Partner administrator');
  viewer = await join('vic@arcadia.example', 'Viewer');
});
afterEach(async () => {
  await mailbox.close();
  await books.database.updateTable('mails').set({ due_at: null }).execute();
});

async function join(email: string, role: MemberRole): Promise<string> {
  const now = books.clock.now();
  const [memberId, tenantId] = [randomUUID(), randomUUID()];
  await insertMember(books.database, { workspaceId, memberId, email, role, tenantId, invitedAt: now });
  await books.database
    .updateTable('workspace_members')
    .set({ joined_at: now, object_id: randomUUID() })
    .where('member_id', '=', memberId)
    .execute();
  return memberId;
}

/** A customer whose term ends in this many days. */
const endingIn = (days: number) =>
  books.createActive(workspaceId, { validUntil: new Date(books.clock.now().getTime() + days * day) });

const send = sendMailsOf(() => mailbox);
function sendMailsOf(box: () => Mailbox) {
  return async () => {
    const run = sendMails({
      context: () => books.context,
      mailSender: createMailSender({ smtpUrl: box().smtpUrl, from: 'tessera@tessera.example' }),
      texts: {
        ...workspaceMailTexts,
        ReservedSeat: seatMailText,
        CustomersAtRisk: atRiskMailText,
        UsageAlert: alertMailText,
      },
      publicUrl: () => 'https://tessera.example',
      confirmationUrl: () => 'https://tessera.example/confirm',
      onFailure: () => {},
    });
    while (await run());
  };
}
const queue = () => queueAtRiskMails(books.context);
const mailed = () => mailbox.mails().flatMap(({ to }) => to);
const choose = async (memberId: string, customersAtRisk: boolean) =>
  done(await changeMailPreferences(books.context, workspaceId, memberId, { customersAtRisk }));

it('goes once a week to administrators, from several nodes at once', async () => {
  await endingIn(20);
  await Promise.all([queue(), queue(), queue()]);
  await queue();
  await send();
  expect(mailed()).toEqual(['ada@arcadia.example']);
  const [mail] = mailbox.mails();
  expect(mail?.subject).toBe('Tessera: 1 customer at risk');
  expect(mail?.text).toContain('does not renew itself.');
  books.clock.forward(7 * day);
  await queue();
  await send();
  expect(mailed()).toEqual(['ada@arcadia.example', 'ada@arcadia.example']);
  const [first, second] = mailbox.mails();
  expect(first?.messageId).not.toBe(second?.messageId);
});

it('goes to whoever has switched it on, and to nobody who has switched it off', async () => {
  await endingIn(20);
  await choose(viewer, true);
  await choose(administrator, false);
  await queue();
  await send();
  expect(mailed()).toEqual(['vic@arcadia.example']);
});

it('is not sent without a customer at risk, also if one is at risk later in the week', async () => {
  await endingIn(60);
  await queue();
  await endingIn(20);
  await queue();
  await send();
  expect(mailed()).toEqual([]);
});

it('is not sent to a member who switches it off before it is sent', async () => {
  await endingIn(20);
  await queue();
  await choose(administrator, false);
  await send();
  expect(mailed()).toEqual([]);
});

it('is sent by another node, if one dies before it has sent it', async () => {
  await endingIn(25);
  await queue();
  expect(await leaseMail(books.context)).toBeDefined();
  await send();
  expect(mailed()).toEqual([]);
  books.clock.forward(5 * 60_000);
  await send();
  expect(mailed()).toEqual(['ada@arcadia.example']);
});

it('is deleted after 30 days', async () => {
  await endingIn(20);
  await queue();
  const count = async () =>
    (
      await books.database
        .selectFrom('mails')
        .select('mail_id')
        .where('workspace_id', '=', workspaceId)
        .where('kind', '=', 'CustomersAtRisk')
        .execute()
    ).length;
  expect(await count()).toBe(1);
  await deleteOldRows(
    'at-risk-mails',
    standardRetention,
  )({
    database: books.database,
    now: new Date(books.clock.now().getTime() + 31 * day),
  });
  expect(await count()).toBe(0);
});
