import { type Refusal, refuse, refuseUnknown } from '../../core/refusal.ts';
import { newConfirmation, requestAnotherMail } from '../../core/workspaces/address-confirmation.ts';
import { listConfirmations, saveConfirmation } from '../../storage/workspaces/support-confirmations.ts';
import { loadSupportAddresses, lockWorkspace } from '../../storage/workspaces/workspaces.ts';
import type { ActionContext } from '../context.ts';
import { recordAudit } from './record-audit.ts';

/** Queues the confirmation e-mail of a support address again. */
export async function requestConfirmationMail(
  context: ActionContext,
  workspaceId: string,
  written: string,
): Promise<Refusal | undefined> {
  const address = written.trim().toLowerCase();
  const { now } = context;
  return context.database.transaction().execute(async (transaction) => {
    await lockWorkspace(transaction, workspaceId);
    const addresses = await loadSupportAddresses(transaction, workspaceId);
    if (!addresses.some((one) => one.toLowerCase() === address)) {
      return refuseUnknown('address', 'support address');
    }
    const stored = (await listConfirmations(transaction, workspaceId)).find((one) => one.address === address);
    const before = stored ?? newConfirmation;
    const requested = requestAnotherMail(before, now);
    if ('retryAfterSeconds' in requested) {
      const detail = `This address was mailed a short while ago. Try again in ${requested.retryAfterSeconds} seconds.`;
      return refuse('request.rate_limited', { limit: 1, ...requested }, detail);
    }
    if (requested === before) return undefined;
    await saveConfirmation(transaction, { workspaceId, address, ...requested });
    await recordAudit({ ...context, database: transaction }, workspaceId, {
      action: 'support_address.confirmation_requested',
      subject: { kind: 'Workspace', id: workspaceId },
      before: null,
      after: { address },
    });
    return undefined;
  });
}
