import { api, dataOf } from '../../../api/client.ts';
import { ConfirmAction } from '../../../parts/form/confirm-action.tsx';
import { showDone } from '../../../parts/notify.ts';
import { useWorkspace } from '../../../session/workspace.ts';
import { boughtOf, buyerOf, type Purchase, type PurchaseResult, purchasePath } from './queries.ts';

interface CancelPurchaseProps {
  readonly purchase: Purchase;
  readonly onDone: (result: PurchaseResult) => Promise<void>;
  readonly onClose: () => void;
}

/** Asks once: the buyer has to buy again. */
export function CancelPurchase({ purchase, onDone, onClose }: CancelPurchaseProps) {
  const { workspaceId } = useWorkspace();
  const { marketplaceSubscriptionId } = purchase;
  return (
    <ConfirmAction
      isOpen
      onClose={onClose}
      title={`Cancel the purchase of ${buyerOf(purchase)}?`}
      verb="Request cancellation"
      keep="Keep purchase"
      act={async () => {
        const params = { path: { workspaceId, marketplaceSubscriptionId } };
        await onDone(await dataOf(api.POST(`${purchasePath}/cancel`, { params })));
      }}
      onDone={() =>
        showDone('Cancellation requested. The purchase is gone when the marketplace has ended it.')
      }
    >
      The marketplace ends the purchase of {boughtOf(purchase).product}. Nothing was billed. To use it, the
      buyer has to buy it again.
    </ConfirmAction>
  );
}
