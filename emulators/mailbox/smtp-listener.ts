import { SMTPServer, type SMTPServerError } from 'smtp-server';
import type { ReceivedMails } from './received-mails.ts';
import { replyOf, type Troubles } from './trouble.ts';

export interface SmtpListenerOptions {
  readonly mails: ReceivedMails;
  readonly troubles: Troubles;
  readonly now: () => Date;
}

const mostBytes = 1024 * 1024;

/** Takes mail for anybody from anybody, unless trouble was asked for. */
export function createSmtpListener({ mails, troubles, now }: SmtpListenerOptions): SMTPServer {
  return new SMTPServer({
    banner: 'mailbox emulator',
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    size: mostBytes,
    closeTimeout: 200,
    onRcptTo({ address }, _session, callback) {
      const trouble = troubles.meetsWith(address);
      if (!trouble) return callback();
      const { code, text } = replyOf(trouble);
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
