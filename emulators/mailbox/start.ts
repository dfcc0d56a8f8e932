import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createHttpListener } from './http-listener.ts';
import { createReceivedMails, type ReceivedMail } from './received-mails.ts';
import { createSmtpListener } from './smtp-listener.ts';
import { createTroubles, type Trouble } from './trouble.ts';

export interface MailboxOptions {
  /** Of the page; a free port is taken where none is given. */
  readonly port?: number;
  readonly smtpPort?: number;
  readonly now?: () => Date;
}

export interface Mailbox {
  /** The page: `http://127.0.0.1:…`. */
  readonly url: string;
  /** Where mail is sent: `smtp://127.0.0.1:…`. */
  readonly smtpUrl: string;
  /** What has come, the newest first. */
  mails(): readonly ReceivedMail[];
  clear(): void;
  setTrouble(trouble: Trouble): void;
  clearTroubles(): void;
  close(): Promise<void>;
}

const loopback = '127.0.0.1';

export async function startMailbox(options: MailboxOptions = {}): Promise<Mailbox> {
  const mails = createReceivedMails();
  const troubles = createTroubles();
  const smtp = createSmtpListener({ mails, troubles, now: options.now ?? (() => new Date()) });
  // Connections that break are the caller's affair.
  smtp.on('error', () => {});
  smtp.listen(options.smtpPort ?? 0, loopback);
  await once(smtp.server, 'listening');
  const smtpUrl = `smtp://${loopback}:${(smtp.server.address() as AddressInfo).port}`;

  const http = createServer(createHttpListener({ mails, troubles, smtpUrl }));
  http.listen(options.port ?? 0, loopback);
  await once(http, 'listening');

  return {
    url: `http://${loopback}:${(http.address() as AddressInfo).port}`,
    smtpUrl,
    mails: mails.list,
    clear: mails.clear,
    setTrouble: troubles.set,
    clearTroubles: troubles.clear,
    async close() {
      const closed = once(http, 'close');
      http.close();
      http.closeAllConnections();
      await closed;
      await new Promise<void>((resolve) => smtp.close(resolve));
    },
  };
}
