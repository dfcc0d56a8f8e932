import type { MarketplaceSubscription } from '../../core/marketplace/fulfilment-service.ts';
import { insertNotices } from '../../storage/workspaces/notices.ts';
import type { ActionContext } from '../context.ts';
import type { MarketplaceSource } from './receive-purchase.ts';

const maxKeyLength = 300;

/**
 * Raises a notice about a subscription that cannot be aligned, once per reason.
 *
 * @param cause what many subscriptions may have in common: one notice for all of them
 */
export async function raiseUnrepairedNotice(
  { database, now, randomBytes }: ActionContext,
  { workspaceId, sourceName }: MarketplaceSource,
  { id, status }: Pick<MarketplaceSubscription, 'id' | 'status'>,
  reason: string,
  cause: string = id,
): Promise<void> {
  const facts = { sourceName, marketplaceSubscriptionId: id, status, reason };
  const key = `${sourceName} ${cause} ${reason}`.slice(0, maxKeyLength);
  await insertNotices(database, workspaceId, [{ kind: 'MarketplaceNotRepaired', key, facts }], {
    now,
    randomBytes,
  });
}
