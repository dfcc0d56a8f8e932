import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { Books } from '../../../tests/support/worlds/books.ts';
import { MeterBooks, type MeterCustomer } from '../../../tests/support/worlds/meter-books.ts';
import { saveMember } from '../../actions/subscriptions/customers.ts';
import { queueAlertMails } from '../../actions/usage/queue-alert-mails.ts';
import { changeWorkspaceSettings } from '../../actions/workspaces/settings.ts';
import type { QueuedMail } from '../../core/workspaces/mail-queue.ts';
import { lockMail } from '../../storage/workspaces/mails.ts';
import { alertMailText } from './alert-mail-text.ts';

let books: Books;
let meters: MeterBooks;
let customer: MeterCustomer;
beforeAll(async () => {
  books = await Books.open(6);
});
afterAll(() => books.close());
beforeEach(async () => {
  meters = await MeterBooks.open(books);
  customer = await meters.customer();
  await add('ada@contoso.example', { isAdministrator: true });
  await add('bert@contoso.example', { isAdministrator: false });
  await add('gone@contoso.example', { isAdministrator: true, isActive: false });
});

const add = (email: string, rights: { isAdministrator: boolean; isActive?: boolean }) =>
  saveMember(books.context, meters.workspaceId, {
    tenantId: customer.tenantId,
    objectId: randomUUID(),
    email,
    isActive: true,
    ...rights,
  });
const mailAlerts = (mailsUsageAlerts: boolean) =>
  changeWorkspaceSettings(books.context, meters.workspaceId, { mailsUsageAlerts }, 'any');
/** Calls of the customer; 10 are included in each month. */
const call = (number: number) =>
  meters.send(Array.from({ length: number }, () => meters.event(customer, { dimension: 'calls' })));
async function mails(): Promise<readonly QueuedMail<'UsageAlert'>[]> {
  const rows = await books.database
    .selectFrom('mails')
    .select(['workspace_id as workspaceId', 'mail_id as mailId'])
    .where('workspace_id', '=', meters.workspaceId)
    .orderBy(sql`(facts ->> 'threshold')::integer`)
    .execute();
  const found = await Promise.all(rows.map((row) => lockMail(books.database, row)));
  return found as QueuedMail<'UsageAlert'>[];
}
const textOf = (mail: QueuedMail<'UsageAlert'>) =>
  alertMailText(mail, {
    action: books.context,
    publicUrl: 'https://tessera.example',
    confirmationUrl: 'https://tessera.example/confirm',
  });

it('are not queued unless the workspace allows it', async () => {
  await call(9);
  expect(await mails()).toEqual([]);
});

it('go to the active administrators of the customer, once for each threshold', async () => {
  await mailAlerts(true);
  await call(9);
  await call(1);
  await call(20);
  const queued = await mails();
  expect(queued.map(({ facts, recipients }) => [facts.threshold, facts.used, recipients])).toEqual([
    [50, 9, ['ada@contoso.example']],
    [80, 9, ['ada@contoso.example']],
    [100, 10, ['ada@contoso.example']],
  ]);
  const [first] = queued;
  if (!first) throw new Error('no mail');
  expect(first.tenantId).toBe(customer.tenantId);
  const text = await textOf(first);
  expect(text?.subject).toContain('50 % of the included quantity is used');
  expect(text?.text).toContain('9 of 10 calls');
  await mailAlerts(false);
  expect(await textOf(first)).toBeUndefined();
});

it('tell of a limit and its subject, once', async () => {
  await mailAlerts(true);
  const period = { start: new Date('2026-11-01T09:00:00Z'), end: null };
  const usage = { dimension: 'rows', period, threshold: 80, used: 4, included: null, limit: 5, subject: 'u' };
  const alerted = { subscriptionId: customer.subscriptionId, usage };
  await queueAlertMails(books.context, meters.workspaceId, [alerted]);
  await queueAlertMails(books.context, meters.workspaceId, [alerted]);
  const [mail, ...others] = await mails();
  expect(others).toEqual([]);
  expect(mail?.facts).toMatchObject({ of: 'Limit', quantity: 5, subject: 'u' });
});
