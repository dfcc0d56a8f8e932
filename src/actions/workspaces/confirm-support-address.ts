import { hashSecret } from '../../secrets/hash.ts';
import { takeConfirmationToken } from '../../storage/workspaces/support-confirmations.ts';
import type { ActionContext } from '../context.ts';
import { recordAudit } from './record-audit.ts';

/** Confirms the address that the link was mailed to; undefined when the link is unknown, used, replaced or expired. */
export async function confirmSupportAddress(
  context: Omit<ActionContext, 'actor'>,
  token: string,
  visitorAddress: string,
): Promise<{ readonly address: string } | undefined> {
  return context.database.transaction().execute(async (database) => {
    const confirmed = await takeConfirmationToken(database, hashSecret(token), context.now);
    if (!confirmed) return undefined;
    const { workspaceId, address } = confirmed;
    const actor = {
      kind: 'Visitor',
      id: 'confirmation-link',
      name: address,
      address: visitorAddress,
    } as const;
    await recordAudit({ ...context, database, actor }, workspaceId, {
      action: 'support_address.confirmed',
      subject: { kind: 'Workspace', id: workspaceId },
      before: null,
      after: { address },
    });
    return { address };
  });
}
