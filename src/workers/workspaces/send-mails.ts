import type { ActionContext } from '../../actions/context.ts';
import { leaseMail } from '../../actions/workspaces/lease-mail.ts';
import { cancelMail, settleMail } from '../../actions/workspaces/settle-mail.ts';
import { timeOrderedId } from '../../core/identifiers.ts';
import type { MailSender } from '../../core/workspaces/mail.ts';
import type { LaidOutMail } from '../../core/workspaces/mail-layout.ts';
import type { MailKind, QueuedMail } from '../../core/workspaces/mail-queue.ts';

interface MailTextContext {
  readonly action: ActionContext;
  /** The service's own URL. */
  readonly publicUrl: string;
  /** The URL of the page that confirms a support address, without a token. */
  readonly confirmationUrl: string;
}

/** The text of each kind of mail; undefined: the mail is not needed any more. */
export type MailTexts = {
  readonly [Kind in MailKind]: (
    mail: QueuedMail<Kind>,
    context: MailTextContext,
  ) => Promise<LaidOutMail | undefined>;
};

export interface SendMailsOptions {
  readonly context: () => ActionContext;
  readonly mailSender: MailSender;
  readonly texts: MailTexts;
  /** Null: not known yet. */
  readonly publicUrl: () => string | null;
  readonly confirmationUrl: () => string | null;
  readonly onFailure: (error: unknown) => void;
}

/** Sends one mail; true if more may be due. After a failure of the mail server the next pass waits. */
export function sendMails(options: SendMailsOptions): () => Promise<boolean> {
  const { context, mailSender, texts, onFailure } = options;
  const textOf = <Kind extends MailKind>(mail: QueuedMail<Kind>, textContext: MailTextContext) =>
    texts[mail.kind](mail, textContext);
  return async () => {
    const [publicUrl, confirmationUrl] = [options.publicUrl(), options.confirmationUrl()];
    if (publicUrl === null || confirmationUrl === null) return false;
    const action = context();
    const leased = await leaseMail(action);
    if (!leased) return false;
    const { mail } = leased;
    const { kind, mailId, workspaceId, recipients } = mail;
    const text = await textOf(mail, { action, publicUrl, confirmationUrl });
    if (!text) {
      await cancelMail(context(), leased);
      return true;
    }
    const isRepeatable = kind === 'SupportDigest' || kind === 'CustomersAtRisk' || kind === 'UsageAlert';
    // A repeated digest or alert is the same mail. The other kinds have another text, such as a new link, after each attempt.
    const id = isRepeatable ? mailId : timeOrderedId(action.now, action.randomBytes);
    const answer = await mailSender.send({ id, to: recipients, ...text });
    await settleMail(context(), leased, answer);
    if (answer.failure !== null) {
      onFailure(
        new Error(`A mail (${kind}) of workspace ${workspaceId} was not sent to all: ${answer.failure}`),
      );
    }
    return answer.taken.length + answer.refused.length > 0;
  };
}
