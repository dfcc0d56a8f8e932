import { type Refusal, refuse, refuseUnknown } from '../../core/refusal.ts';
import { requestAnotherMail } from '../../core/workspaces/address-confirmation.ts';
import { lockMails } from '../../storage/workspaces/mails.ts';
import { listConfirmedAddresses } from '../../storage/workspaces/support-confirmations.ts';
import { loadSupportAddresses, lockWorkspace } from '../../storage/workspaces/workspaces.ts';
import type { ActionContext } from '../context.ts';
import { recordAudit } from './record-audit.ts';
import { queueConfirmationMails } from './request-address-confirmations.ts';

/** Queues the confirmation e-mail of a support address again. */
export async function requestConfirmationMail(
  context: ActionContext,
  workspaceId: string,
  written: string,
): Promise<Refusal | undefined> {
  const address = written.trim().toLowerCase();
  return context.database.transaction().execute(async (database) => {
    await lockWorkspace(database, workspaceId);
    const addresses = await loadSupportAddresses(database, workspaceId);
    if (!addresses.some((one) => one.toLowerCase() === address)) {
      return refuseUnknown('address', 'support address');
    }
    const isConfirmed = (await listConfirmedAddresses(database, workspaceId)).includes(address);
    const [mail] = await lockMails(database, workspaceId, 'AddressConfirmation', [address]);
    const decision = requestAnotherMail(isConfirmed, mail, context.now);
    if (decision === 'NotNeeded') return undefined;
    if (decision !== 'Queue') {
      const detail = `This address was mailed a short while ago. Try again in ${decision.retryAfterSeconds} seconds.`;
      return refuse('request.rate_limited', { limit: 1, ...decision }, detail);
    }
    await queueConfirmationMails({ ...context, database }, workspaceId, [address]);
    await recordAudit({ ...context, database }, workspaceId, {
      action: 'support_address.confirmation_requested',
      subject: { kind: 'Workspace', id: workspaceId },
      before: null,
      after: { address },
    });
    return undefined;
  });
}
