import { explainPurchase, purchasePatienceMilliseconds } from '../../core/marketplace/pending-purchase.ts';
import { noticeOfWaitingPurchase } from '../../core/marketplace/purchase-notice.ts';
import { listUnnoticedPurchases } from '../../storage/marketplace/pending-purchases.ts';
import { savePurchasesNoticed } from '../../storage/marketplace/purchases.ts';
import { insertNotices } from '../../storage/workspaces/notices.ts';
import type { ActionContext } from '../context.ts';
import type { MarketplaceSource } from './receive-purchase.ts';

/** Of each comparison; the next one raises the rest. */
const maxNotices = 200;

/** Raises one notice for each purchase of the source that has waited for too long. */
export async function raiseWaitingNotices(
  { database, now, randomBytes }: ActionContext,
  source: MarketplaceSource,
): Promise<void> {
  const { workspaceId } = source;
  const boughtBefore = new Date(now.getTime() - purchasePatienceMilliseconds);
  await database.transaction().execute(async (transaction) => {
    const waiting = await listUnnoticedPurchases(transaction, source, boughtBefore, maxNotices);
    const notices = waiting.map((purchase) =>
      noticeOfWaitingPurchase({ ...purchase, sourceName: source.sourceName }, explainPurchase(purchase)),
    );
    await insertNotices(transaction, workspaceId, notices, { now, randomBytes });
    const ids = waiting.map(({ marketplaceSubscriptionId }) => marketplaceSubscriptionId);
    await savePurchasesNoticed(transaction, workspaceId, ids, now);
  });
}
