import type { MarketplaceOperation } from '../../core/marketplace/fulfilment.ts';
import { type ConfirmedChange, expectedAfter } from '../../core/marketplace/lag.ts';
import type { ReceivedCall } from '../../core/marketplace/received-call.ts';
import type { KeptCall } from '../../storage/marketplace/calls.ts';
import { updateConfirmation } from '../../storage/marketplace/confirmed-changes.ts';
import { findSubscriptionByMarketplaceId } from '../../storage/subscriptions/subscriptions.ts';
import type { ActionContext } from '../context.ts';

/**
 * Writes down that the operation of a leased call has succeeded, and what the subscription is then. From here on no
 * node believes a read that does not show it, for as long as reads may lag.
 */
export async function confirmOperation(
  { database, now }: Pick<ActionContext, 'database' | 'now'>,
  call: KeptCall,
  said: ReceivedCall,
  operation: MarketplaceOperation,
): Promise<KeptCall & { readonly confirmed: ConfirmedChange }> {
  const { workspaceId, marketplaceSubscriptionId } = call;
  const ours = await findSubscriptionByMarketplaceId(database, workspaceId, marketplaceSubscriptionId);
  const confirmed = {
    expected: expectedAfter(operation, said, ours ?? null),
    operationAt: operation.at ?? call.receivedAt,
    confirmedAt: now,
  };
  await updateConfirmation(database, call, confirmed);
  return { ...call, confirmed };
}
