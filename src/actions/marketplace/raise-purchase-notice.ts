import { noticeOfPurchase, type PurchaseFailure } from '../../core/marketplace/purchase-notice.ts';
import { insertNotices } from '../../storage/workspaces/notices.ts';
import type { ActionContext } from '../context.ts';

/** Notifies the partner's support that a customer cannot complete a purchase. */
export async function raisePurchaseNotice(
  { database, now, randomBytes }: ActionContext,
  workspaceId: string,
  failure: PurchaseFailure,
): Promise<void> {
  await insertNotices(database, workspaceId, [noticeOfPurchase(failure, now)], { now, randomBytes });
}
