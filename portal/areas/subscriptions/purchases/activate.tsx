import { Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { api, dataOf } from '../../../api/client.ts';
import { ActionDialog } from '../../../parts/form/action-dialog.tsx';
import { formatCount } from '../../../parts/format/format-number.ts';
import { showDone } from '../../../parts/notify.ts';
import { useWorkspace } from '../../../session/workspace.ts';
import { boughtOf, buyerOf, type Purchase, type PurchaseResult, purchasePath } from './queries.ts';

interface ActivatePurchaseProps {
  readonly purchase: Purchase;
  readonly onDone: (result: PurchaseResult) => Promise<void>;
  readonly onClose: () => void;
}

/** Asks once: billing begins with the activation. */
export function ActivatePurchase({ purchase, onDone, onClose }: ActivatePurchaseProps) {
  const { workspaceId } = useWorkspace();
  const { marketplaceSubscriptionId, subscriptionId, quantity } = purchase;
  const { product, plan } = boughtOf(purchase);
  const activation = useMutation({
    mutationFn: () =>
      dataOf(
        api.POST(`${purchasePath}/activate`, {
          params: { path: { workspaceId, marketplaceSubscriptionId } },
        }),
      ),
    onSuccess: async (result) => {
      showDone(`The subscription is ${result.status ?? 'not active'}.`);
      onClose();
      await onDone(result);
    },
  });
  return (
    <ActionDialog
      title={`Activate ${product} for ${buyerOf(purchase)}?`}
      submit="Activate"
      mutation={activation}
      onSubmit={() => activation.mutate()}
      onClose={onClose}
    >
      <Text size="sm">
        The marketplace begins to bill {plan}
        {quantity === null ? '' : `, ${formatCount(quantity, 'seat')}`}.{' '}
        {subscriptionId === null
          ? 'The buyer has not confirmed the purchase on the landing page: activate it only if they have agreed.'
          : 'The buyer has confirmed the purchase.'}
      </Text>
    </ActionDialog>
  );
}
