import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../api/client.ts';
import { formErrors, isSaidByFields } from '../../../parts/form-errors.ts';
import { NumberField } from '../../../parts/number-field.tsx';
import { showDone } from '../../../parts/show-trouble.ts';
import { TroubleNotice } from '../../../parts/trouble-notice.tsx';
import { useWorkspace } from '../../../session/workspace.ts';
import { PlanField } from '../plan-field.tsx';
import { customerOf, type SubscriptionDetail, subscriptionsKey } from '../queries.ts';

export type MarketplaceRequest = 'changePlan' | 'changeQuantity' | 'cancel';

interface AskMarketplaceProps {
  readonly subscription: SubscriptionDetail;
  readonly request: MarketplaceRequest;
  readonly verb: string;
  readonly effect: string;
  readonly isFinal?: boolean;
  readonly onClose: () => void;
}

/** Asks the marketplace for a change of what it sold. */
export function AskMarketplace(props: AskMarketplaceProps) {
  const { subscription, request, verb, effect, isFinal = false, onClose } = props;
  const { workspaceId } = useWorkspace();
  const { subscriptionId, product } = subscription;
  const queryClient = useQueryClient();
  const [plan, setPlan] = useState(subscription.plan.slug);
  const [quantity, setQuantity] = useState(subscription.quantity ?? 1);
  const asking = useMutation({
    mutationFn: () =>
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
      showDone('The marketplace has taken it on. It is changed here once it is done there.');
      onClose();
    },
  });
  const errors = formErrors(asking.error);
  const isUnchanged =
    (request === 'changePlan' && plan === subscription.plan.slug) ||
    (request === 'changeQuantity' && quantity === subscription.quantity);
  return (
    <Modal opened onClose={onClose} title={`${verb}: ${customerOf(subscription)}, ${product.name}`}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          asking.mutate();
        }}
        noValidate
      >
        <Stack gap="md">
          <Text size="sm">
            {effect}
            {isFinal && ' It cannot be taken back: only a new purchase gives access again.'}
          </Text>
          {request === 'changePlan' && (
            <PlanField product={product.slug} value={plan} error={errors.plan} onChange={setPlan} />
          )}
          {request === 'changeQuantity' && (
            <NumberField
              label="Seats"
              min={1}
              decimals={0}
              value={quantity}
              error={errors.quantity}
              onChange={(typed) => setQuantity(Number(typed))}
            />
          )}
          {asking.isError && !isSaidByFields(asking.error, ['plan', 'quantity']) && (
            <TroubleNotice error={asking.error} />
          )}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              Keep it as it is
            </Button>
            <Button
              type="submit"
              {...(isFinal && { color: 'red.9' })}
              disabled={isUnchanged}
              loading={asking.isPending}
            >
              {verb}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
