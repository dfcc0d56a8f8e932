import type { ActionContext } from '../../actions/context.ts';
import { leaseConfirmationMail } from '../../actions/workspaces/lease-confirmation-mail.ts';
import { settleConfirmationMail } from '../../actions/workspaces/settle-confirmation-mail.ts';
import { confirmationMail } from '../../core/workspaces/address-confirmation.ts';
import type { MailSender } from '../../core/workspaces/mail.ts';
import { loadWorkspace } from '../../storage/workspaces/workspaces.ts';

export interface ConfirmAddressesOptions {
  readonly context: () => ActionContext;
  readonly mailSender: MailSender;
  /** The URL of the confirmation page, without a token; null: not known yet. */
  readonly confirmationUrl: () => string | null;
  readonly onFailure: (error: unknown) => void;
}

/** Sends one confirmation mail; true if more may be due. */
export function confirmAddresses(options: ConfirmAddressesOptions): () => Promise<boolean> {
  const { context, mailSender, confirmationUrl, onFailure } = options;
  return async () => {
    const page = confirmationUrl();
    if (page === null) return false;
    const leased = await leaseConfirmationMail(context());
    if (!leased) return false;
    const { confirmation, mailId, token } = leased;
    const { workspaceId, address } = confirmation;
    const { slug } = await loadWorkspace(context().database, workspaceId);
    const answer = await mailSender.send({
      id: mailId,
      to: [address],
      ...confirmationMail(slug, `${page}?token=${token}`),
    });
    await settleConfirmationMail(context(), confirmation, answer);
    if (answer.failure !== null) {
      onFailure(
        new Error(`The confirmation mail of workspace ${workspaceId} was not sent: ${answer.failure}`),
      );
    }
    return true;
  };
}
