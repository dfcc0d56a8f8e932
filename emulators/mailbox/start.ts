import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createFaults } from '../shell/faults.ts';
import { serveOnLoopback } from '../shell/serve-on-loopback.ts';
import { type MailboxFault, mailboxFaultKey } from './faults.ts';
import { createMailboxListener } from './listener.ts';
import { createReceivedMails, type ReceivedMail } from './received-mails.ts';
import { createSmtpListener } from './smtp-listener.ts';

export interface MailboxOptions {
  /** The page's port; a free one when absent. */
  readonly port?: number;
  readonly smtpPort?: number;
  readonly now?: () => Date;
}

export interface Mailbox {
  /** The page: `http://127.0.0.1:…`. */
  readonly url: string;
  /** The mail server: `smtp://127.0.0.1:…`. */
  readonly smtpUrl: string;
  /** The received mails, the newest first. */
  mails(): readonly ReceivedMail[];
  clear(): void;
  setFault(fault: MailboxFault): void;
  clearFaults(): void;
  close(): Promise<void>;
}

export async function startMailbox(options: MailboxOptions = {}): Promise<Mailbox> {
  const mails = createReceivedMails();
  const faults = createFaults(mailboxFaultKey);
  const smtp = createSmtpListener({ mails, faults, now: options.now ?? (() => new Date()) });
  // A broken connection is the sender's problem.
  smtp.on('error', () => {});
  smtp.listen(options.smtpPort ?? 0, '127.0.0.1');
  await once(smtp.server, 'listening');
  const smtpUrl = `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`;
  const closeSmtp = () => new Promise<void>((resolve) => smtp.close(resolve));

  const { url, close } = await serveOnLoopback(
    () => createMailboxListener({ mails, faults, smtpUrl }),
    options,
  ).catch(async (error) => {
    await closeSmtp();
    throw error;
  });
  return {
    url,
    smtpUrl,
    mails: mails.list,
    clear: mails.clear,
    setFault: (fault) => faults.set(fault),
    clearFaults: () => faults.clear(),
    async close() {
      await close();
      await closeSmtp();
    },
  };
}
