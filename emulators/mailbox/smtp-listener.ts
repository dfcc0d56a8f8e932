import { SMTPServer, type SMTPServerError } from 'smtp-server';
import type { Faults } from '../shell/faults.ts';
import { type MailboxFault, refusalOf } from './faults.ts';
import type { ReceivedMails } from './received-mails.ts';

export interface SmtpListenerOptions {
  readonly mails: ReceivedMails;
  readonly faults: Faults<MailboxFault>;
  readonly now: () => Date;
}

const maxBytes = 1024 * 1024;

/** Takes mail for anybody from anybody, unless a fault is set. */
export function createSmtpListener({ mails, faults, now }: SmtpListenerOptions): SMTPServer {
  return new SMTPServer({
    banner: 'mailbox emulator',
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    size: maxBytes,
    closeTimeout: 200,
    onRcptTo({ address }, _session, callback) {
      const recipient = address.toLowerCase();
      const fault = faults.take((one) => one.address === undefined || one.address === recipient);
      if (!fault) return callback();
      const { code, text } = refusalOf(fault);
      callback(smtpError(code, text));
    },
    onData(stream, { envelope }, callback) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        if (stream.sizeExceeded) return callback(smtpError(552, 'The mail is too large'));
        const from = envelope.mailFrom ? envelope.mailFrom.address : '';
        const to = envelope.rcptTo.map(({ address }) => address);
        mails.add(Buffer.concat(chunks), { from, to, receivedAt: now() }).then(
          () => callback(),
          () => callback(smtpError(554, 'This is no mail')),
        );
      });
    },
  });
}

function smtpError(responseCode: number, text: string): SMTPServerError {
  return Object.assign(new Error(text), { responseCode });
}
