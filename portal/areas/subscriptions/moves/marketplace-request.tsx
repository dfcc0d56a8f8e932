import { Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../api/client.ts';
import { FormDialog } from '../../../parts/form/form-dialog.tsx';
import { NumberField } from '../../../parts/form/number-field.tsx';
import { showDone } from '../../../parts/notify.ts';
import { useWorkspace } from '../../../session/workspace.ts';
import { PlanField } from '../plan-field.tsx';
import { customerOf, type SubscriptionDetail, subscriptionsKey } from '../queries.ts';

export type MarketplaceRequest = 'changePlan' | 'changeQuantity' | 'cancel';

interface RequestMarketplaceChangeProps {
  readonly subscription: SubscriptionDetail;
  readonly request: MarketplaceRequest;
  readonly verb: string;
  readonly effect: string;
  readonly isFinal?: boolean;
  readonly onClose: () => void;
}

/** Requests a change from the marketplace. */
export function RequestMarketplaceChange(props: RequestMarketplaceChangeProps) {
  const { subscription, request, verb, effect, isFinal = false, onClose } = props;
  const { workspaceId } = useWorkspace();
  const { subscriptionId, product } = subscription;
  const queryClient = useQueryClient();
  const form = useForm({
    initialValues: { plan: subscription.plan.slug, quantity: subscription.quantity ?? 1 },
  });
  const sending = useMutation({
    mutationFn: ({ plan, quantity }: typeof form.values) =>
      api.POST('/api/admin/v1/workspaces/{workspaceId}/subscriptions/{subscriptionId}/marketplace-requests', {
        params: { path: { workspaceId, subscriptionId } },
        body: {
          type: request,
          ...(request === 'changePlan' && { plan }),
          ...(request === 'changeQuantity' && { quantity }),
        },
      }),
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: subscriptionsKey(workspaceId) });
      showDone(
        'The marketplace accepted the request. The subscription changes once the marketplace confirms it.',
      );
      onClose();
    },
  });
  const isUnchanged = request !== 'cancel' && !form.isDirty();
  return (
    <FormDialog
      title={`${verb}: ${customerOf(subscription)}, ${product.name}`}
      submit={verb}
      {...(isFinal && { cancel: 'Keep subscription' })}
      isDangerous={isFinal}
      isDisabled={isUnchanged}
      form={form}
      mutation={sending}
      onClose={onClose}
    >
      <Text size="sm">
        {effect}
        {isFinal && ' This cannot be undone: only a new purchase gives access again.'}
      </Text>
      {request === 'changePlan' && <PlanField product={product.slug} {...form.getInputProps('plan')} />}
      {request === 'changeQuantity' && (
        <NumberField label="Seats" min={1} decimals={0} {...form.getInputProps('quantity')} />
      )}
    </FormDialog>
  );
}
