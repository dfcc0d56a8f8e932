import type { ActionContext } from '../../actions/context.ts';
import { leaseSupportDigest } from '../../actions/workspaces/lease-support-digest.ts';
import { settleSupportDigest } from '../../actions/workspaces/settle-support-digest.ts';
import type { MailSender } from '../../core/workspaces/mail.ts';
import { digestMail, maxNoticesPerKind } from '../../core/workspaces/support-digest.ts';
import { loadDigestGroups } from '../../storage/workspaces/support-digests.ts';
import { loadWorkspace } from '../../storage/workspaces/workspaces.ts';

export interface NotifyOptions {
  readonly context: () => ActionContext;
  readonly mailSender: MailSender;
  /** The service's own URL; null: not known yet. */
  readonly publicUrl: () => string | null;
  readonly onFailure: (error: unknown) => void;
}

/** Sends one digest; true if more may be due. After a failure of the mail server the next pass waits. */
export function notifySupport(options: NotifyOptions): () => Promise<boolean> {
  const { context, mailSender, publicUrl, onFailure } = options;
  return async () => {
    const url = publicUrl();
    if (url === null) return false;
    const leased = await leaseSupportDigest(context());
    if (!leased) return false;
    const { workspaceId, digest } = leased;
    const { database } = context();
    const { name, slug } = await loadWorkspace(database, workspaceId);
    const groups = await loadDigestGroups(database, workspaceId, digest.digestId, maxNoticesPerKind);
    const answer = await mailSender.send({
      id: digest.digestId,
      to: digest.recipients,
      ...digestMail(name, groups, `${url}/portal/${slug}`),
    });
    await settleSupportDigest(context(), leased, answer);
    if (answer.failure !== null) {
      onFailure(
        new Error(`The digest of workspace ${workspaceId} was not sent to all recipients: ${answer.failure}`),
      );
    }
    return answer.taken.length + answer.refused.length > 0;
  };
}
