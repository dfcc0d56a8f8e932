import { createTransport, type NodemailerError } from 'nodemailer';
import { withDeadline } from '../../async/deadline.ts';
import type { Mail, MailResponse, MailSender } from '../../core/workspaces/mail.ts';

export interface MailSenderOptions {
  /** `smtps://user:password@host:465`, or `smtp://` for a server that offers STARTTLS or needs none. */
  readonly smtpUrl: string;
  /** `Tessera <tessera@partner.example>` */
  readonly from: string;
  /** For connecting, sending and the final response together. */
  readonly budgetMilliseconds?: number;
}

/** One connection per mail: there are few. */
export function createMailSender({
  smtpUrl,
  from,
  budgetMilliseconds = 20_000,
}: MailSenderOptions): MailSender {
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: budgetMilliseconds / 2,
    greetingTimeout: budgetMilliseconds / 2,
    socketTimeout: budgetMilliseconds / 2,
    // A password is never sent in the clear.
    requireTLS: new URL(smtpUrl).password !== '',
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const domain = /@([^>\s]+)>?$/.exec(from)?.[1] ?? 'localhost';
  return {
    async send({ id, to, subject, text, html }: Mail): Promise<MailResponse> {
      const messageId = `<${id}@${domain}>`;
      // Suppresses out-of-office replies.
      const headers = { 'Auto-Submitted': 'auto-generated' };
      const sending = transport.sendMail({ from, to: [...to], subject, text, html, messageId, headers }).then(
        ({ rejectedErrors }) => answerOf(to, rejectedErrors ?? []),
        (error: NodemailerError) => answerOfFailure(error, to),
      );
      return withDeadline(
        { milliseconds: budgetMilliseconds },
        () => sending,
        () => ({ taken: [], refused: [], failure: 'The mail server took too long.' }),
      );
    },
  };
}

interface RefusedRecipient {
  readonly recipient?: string | undefined;
  readonly responseCode?: number | undefined;
  readonly message: string;
}

/** Recipients without an error have the mail. Codes from 500 are permanent (RFC 5321, 4.2.1). */
function answerOf(to: readonly string[], errors: readonly RefusedRecipient[]): MailResponse {
  const errorsByRecipient = new Map(errors.map((error) => [error.recipient?.toLowerCase(), error]));
  const errorOf = (address: string) => errorsByRecipient.get(address.toLowerCase());
  const failure = errors.map(({ recipient, message }) => `${recipient}: ${message}`).join('; ');
  return {
    taken: to.filter((address) => !errorOf(address)),
    refused: to.filter((address) => (errorOf(address)?.responseCode ?? 0) >= 500),
    failure: failure || null,
  };
}

/**
 * No recipient has the mail. Recipients or the message may be refused permanently; any other error is an unavailable or
 * misconfigured server and is retried.
 */
function answerOfFailure(error: NodemailerError, to: readonly string[]): MailResponse {
  if (error.code === 'EENVELOPE' && error.rejectedErrors?.length === to.length) {
    return answerOf(to, error.rejectedErrors);
  }
  const isMessageRefused = error.code === 'EMESSAGE' && (error.responseCode ?? 0) >= 500;
  return { taken: [], refused: isMessageRefused ? to : [], failure: error.message };
}
