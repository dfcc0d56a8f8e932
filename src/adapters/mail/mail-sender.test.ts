import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Mailbox, startMailbox } from '../../../emulators/mailbox/start.ts';
import { createMailSender } from './mail-sender.ts';

let mailbox: Mailbox;
beforeEach(async () => {
  mailbox = await startMailbox();
});
afterEach(() => mailbox.close());

const [a, b] = ['a@x.example', 'b@X.example'];
const mail = { id: 'd1', to: [a, b], subject: 'Notices', text: 'Über', html: '<p>Über</p>' };
const from = 'Tessera <tessera@tessera.example>';
const sender = (smtpUrl = mailbox.smtpUrl, budgetMilliseconds = 25_000) =>
  createMailSender({ smtpUrl, from, budgetMilliseconds });

it('sends a mail to all recipients with a stable Message-ID', async () => {
  for (const _ of [1, 2]) {
    expect(await sender().send(mail)).toEqual({ taken: [a, b], refused: [], failure: null });
  }
  const { receivedAt: _moment, ...received } = mailbox.mails()[0] ?? {};
  expect(received).toMatchObject({ subject: 'Notices', messageId: '<d1@tessera.example>' });
  expect(mailbox.mails()[1]).toMatchObject(received);
});

it.each([
  ['permanently', 'never' as const, [b], '550'],
  ['temporarily', 'later' as const, [], '451'],
])('reports recipients that were refused %s', async (_case, kind, refused, code) => {
  mailbox.setFault({ kind, address: b.toLowerCase() });
  const failure = expect.stringContaining(code);
  expect(await sender().send(mail)).toEqual({ taken: [a], refused, failure });
  mailbox.setFault({ kind, address: a });
  const all = kind === 'never' ? [a, b] : [];
  expect(await sender().send(mail)).toEqual({ taken: [], refused: all, failure });
});

it('reports every recipient as refused when the server refuses the message', async () => {
  const answer = await sender().send({ ...mail, text: 'x'.repeat(2_000_000) });
  expect(answer).toEqual({ taken: [], refused: [a, b], failure: expect.stringContaining('552') });
});

it('fails without refusing recipients when there is no server', async () => {
  expect(await sender('smtp://127.0.0.1:9').send(mail)).toEqual({
    taken: [],
    refused: [],
    failure: expect.stringContaining('ECONNREFUSED'),
  });
});

it('times out when the server does not respond', async () => {
  const sockets: Socket[] = [];
  const silent = createServer((socket) => sockets.push(socket)).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as { port: number };
  const answer = await sender(`smtp://127.0.0.1:${port}`, 200).send(mail);
  expect(answer).toEqual({ taken: [], refused: [], failure: expect.any(String) });
  for (const socket of sockets) socket.destroy();
  silent.close();
});

it('sends no password without TLS, and fails without refusing recipients', async () => {
  const received: unknown[] = [];
  const plain = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    onAuth(authentication, _session, callback) {
      received.push(authentication.password);
      callback(null, { user: 1 });
    },
  });
  plain.on('error', () => {});
  plain.listen(0, '127.0.0.1');
  await once(plain.server, 'listening');
  const { port } = plain.server.address() as { port: number };
  const answer = await sender(`smtp://user:password@127.0.0.1:${port}`).send(mail);
  expect([answer.taken, answer.refused, received]).toEqual([[], [], []]);
  expect(answer.failure).not.toContain('password');
  await new Promise<void>((resolve) => plain.close(resolve));
});
