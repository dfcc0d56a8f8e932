import { createTransport } from 'nodemailer';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Mailbox, startMailbox } from './start.ts';

let mailbox: Mailbox;
beforeEach(async () => {
  mailbox = await startMailbox({ now: () => new Date('2026-11-15T09:00:00Z') });
});
afterEach(() => mailbox.close());

const send = (changes: object = {}) =>
  createTransport(mailbox.smtpUrl).sendMail({
    from: 'Tessera <tessera@tessera.example>',
    to: ['a@x.example', 'b@x.example'],
    subject: 'Grüße',
    text: 'Über uns',
    html: '<script>alert(1)</script>',
    messageId: '<1@tessera.example>',
    ...changes,
  });
const call = async (path: string, method = 'GET') =>
  (await fetch(`${mailbox.url}${path}`, { method })).json();

it('takes mail for anybody and lists it, the newest first', async () => {
  await send();
  await send({ subject: 'Second', bcc: 'hidden@x.example' });
  const { mails } = (await call('/_emulator/mails')) as { mails: object[] };
  expect(mails).toEqual(mailbox.mails());
  expect(mails).toMatchObject([
    { subject: 'Second', to: ['a@x.example', 'b@x.example', 'hidden@x.example'] },
    {
      subject: 'Grüße',
      text: expect.stringContaining('Über uns'),
      html: expect.stringContaining('<script>'),
      from: 'tessera@tessera.example',
      to: ['a@x.example', 'b@x.example'],
      messageId: '<1@tessera.example>',
      receivedAt: '2026-11-15T09:00:00.000Z',
    },
  ]);
  await call('/_emulator/mails', 'DELETE');
  expect(mailbox.mails()).toEqual([]);
});

it('shows text as text, and HTML only in a frame without scripts', async () => {
  await send({ subject: '<b>bold</b>', text: '<img src=x onerror=alert(1)>' });
  const answer = await fetch(mailbox.url);
  const page = await answer.text();
  expect(page).toContain('&#60;b&#62;bold');
  expect(page).not.toMatch(/<script|<img|<b>/);
  const [frame = ''] = /<iframe.*?>/s.exec(page) ?? [];
  expect(frame).toContain('sandbox="allow-popups allow-popups-to-escape-sandbox"');
  expect(frame).toContain('&#60;script&#62;alert(1)');
  expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
});

it('shows a mail without HTML as text alone', async () => {
  await send({ html: undefined });
  const page = await (await fetch(mailbox.url)).text();
  expect(page).not.toContain('<iframe');
  expect(page).toContain('<details open>');
});

it.each([
  ['later', 451],
  ['never', 550],
])('refuses every recipient: %s', async (kind, responseCode) => {
  await call(`/_emulator/faults?kind=${kind}`, 'POST');
  await expect(send()).rejects.toMatchObject({ responseCode });
  expect(mailbox.mails()).toEqual([]);
  expect(await (await fetch(mailbox.url)).text()).toContain(`refused: ${responseCode}`);
  expect(await call('/_emulator/faults?kind=none', 'POST')).toEqual({ faults: [] });
  await send();
  expect(mailbox.mails()).toHaveLength(1);
});

it('refuses one recipient and takes the mail for the others', async () => {
  await call('/_emulator/faults?kind=never&address=A@x.example', 'POST');
  expect((await send()).rejected).toEqual(['a@x.example']);
  expect(mailbox.mails()).toMatchObject([{ to: ['b@x.example'] }]);
});

it('refuses unknown commands and faults', async () => {
  expect(await call('/_emulator/faults?kind=sometimes', 'POST')).toEqual({
    error: 'kind must be none or one of later, never',
  });
  expect(await call('/_emulator/elsewhere')).toEqual({ error: 'no such command' });
  expect(await call('/elsewhere')).toEqual({ error: 'no such page' });
});
