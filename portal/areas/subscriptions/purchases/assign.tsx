import { Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { api, dataOf } from '../../../api/client.ts';
import { CustomerField } from '../../../parts/form/customer-field.tsx';
import { FormDialog } from '../../../parts/form/form-dialog.tsx';
import { formatCount } from '../../../parts/format/format-number.ts';
import { showDone } from '../../../parts/notify.ts';
import { useWorkspace } from '../../../session/workspace.ts';
import { boughtOf, buyerOf, type Purchase, type PurchaseResult, purchasePath } from './queries.ts';

interface AssignPurchaseProps {
  readonly purchase: Purchase;
  readonly onDone: (result: PurchaseResult) => Promise<void>;
  readonly onClose: () => void;
}

/** Makes a tenant the customer of a purchase that names none. */
export function AssignPurchase({ purchase, onDone, onClose }: AssignPurchaseProps) {
  const { workspaceId } = useWorkspace();
  const { marketplaceSubscriptionId, quantity } = purchase;
  const { product, plan } = boughtOf(purchase);
  const form = useForm({
    initialValues: { tenantId: '' },
    validate: { tenantId: (tenantId) => (tenantId === '' ? 'Choose the customer.' : null) },
  });
  const assigning = useMutation({
    mutationFn: (body: typeof form.values) =>
      dataOf(
        api.POST(`${purchasePath}/assign`, {
          params: { path: { workspaceId, marketplaceSubscriptionId } },
          body,
        }),
      ),
    onSuccess: async (result) => {
      showDone(
        result.status === 'Active'
          ? 'Purchase assigned. The subscription is Active.'
          : 'Purchase assigned. The subscription becomes Active with the event of the marketplace.',
      );
      onClose();
      await onDone(result);
    },
  });
  const { value, onChange, error } = form.getInputProps('tenantId');
  return (
    <FormDialog
      title={`Assign the purchase of ${buyerOf(purchase)}`}
      submit="Assign"
      form={form}
      mutation={assigning}
      onClose={onClose}
    >
      <CustomerField
        description="A tenant id that is not a customer yet can be pasted"
        data-autofocus
        value={value || undefined}
        onChange={(tenantId) => onChange(tenantId ?? '')}
        error={error}
      />
      <Text size="sm">
        The customer gets {product}, {plan}
        {quantity === null ? '' : ` with ${formatCount(quantity, 'seat')}`}. The purchase cannot be assigned
        to another customer afterwards.
      </Text>
    </FormDialog>
  );
}
