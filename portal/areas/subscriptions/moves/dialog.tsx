import { Text, Textarea } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { api } from '../../../api/client.ts';
import { EditDialog } from '../../../parts/form/edit-dialog.tsx';
import { MomentField } from '../../../parts/form/moment-field.tsx';
import { NumberField } from '../../../parts/form/number-field.tsx';
import { showDone } from '../../../parts/notify.ts';
import { useWorkspace } from '../../../session/workspace.ts';
import { customersKey } from '../customers/queries.ts';
import { PlanField } from '../plan-field.tsx';
import { customerOf, readSubscription, type SubscriptionDetail, subscriptionsKey } from '../queries.ts';
import { type Move, moveTexts } from './texts.ts';

interface MoveDialogProps {
  readonly subscription: SubscriptionDetail;
  readonly move: Move;
  readonly onClose: () => void;
}

const path = '/api/admin/v1/workspaces/{workspaceId}/subscriptions/{subscriptionId}/moves';

interface MoveValues {
  readonly plan?: string;
  readonly quantity?: number | null;
  readonly validUntil?: string | null;
  readonly reason: string;
}

/** Confirms a move and collects its values. */
export function MoveDialog({ subscription, move, onClose }: MoveDialogProps) {
  const { workspaceId } = useWorkspace();
  const { subscriptionId, plan, quantity, validUntil } = subscription;
  const queryClient = useQueryClient();
  const { verb, effect, done, isFinal = false } = moveTexts[move];
  const initial: MoveValues = {
    reason: '',
    ...(move === 'changePlan' && { plan: plan.slug }),
    ...(move === 'changeQuantity' && { quantity }),
    ...(move === 'renew' && { validUntil: yearAfter(validUntil) }),
  };
  return (
    <EditDialog
      title={`${verb}: ${customerOf(subscription)}, ${subscription.product.name}`}
      submit={verb}
      {...(isFinal && { cancel: 'Keep subscription' })}
      isDangerous={isFinal}
      queryKey={[...subscriptionsKey(workspaceId), subscriptionId, 'move']}
      read={() => readSubscription(workspaceId, subscriptionId)}
      valuesOf={() => initial}
      changeOf={({ reason, ...rest }) => ({
        type: move,
        ...rest,
        ...(reason.trim() && { reason: reason.trim() }),
      })}
      save={(body, tag) =>
        api.POST(path, {
          params: { path: { workspaceId, subscriptionId }, header: { 'if-match': tag } },
          body,
        })
      }
      onSaved={() => {
        void queryClient.invalidateQueries({ queryKey: subscriptionsKey(workspaceId) });
        void queryClient.invalidateQueries({ queryKey: customersKey(workspaceId) });
        showDone(done);
      }}
      describe={({ status }) => `The subscription is now ${status}.`}
      onUseSaved={onClose}
      canSubmit={(values) =>
        !(move === 'changePlan' && values.plan === plan.slug) &&
        !(move === 'changeQuantity' && values.quantity === quantity)
      }
      fields={fields}
      onClose={onClose}
    >
      {(form) => (
        <>
          <Text size="sm">
            {effect}
            {isFinal && ' This cannot be undone: only a new contract gives access again.'}
          </Text>
          {move === 'changePlan' && (
            <PlanField product={subscription.product.slug} {...form.getInputProps('plan')} />
          )}
          {move === 'changeQuantity' && (
            <NumberField label="Seats" min={1} decimals={0} {...form.getInputProps('quantity')} />
          )}
          {(move === 'renew' || move === 'activate' || move === 'reinstate') && (
            <MomentField
              label="Term end"
              description={move === 'renew' ? 'Empty: open-ended' : 'Empty: as agreed'}
              value={form.values.validUntil ?? undefined}
              error={form.errors.validUntil}
              onChange={(moment) =>
                form.setFieldValue('validUntil', moment ?? (move === 'renew' ? null : undefined))
              }
            />
          )}
          <Textarea
            label="Reason"
            description="Optional; shown in the history"
            autosize
            minRows={2}
            maxLength={1000}
            {...form.getInputProps('reason')}
          />
        </>
      )}
    </EditDialog>
  );
}

const fields = ['plan', 'quantity', 'validUntil'];

function yearAfter(end: string | null): string {
  const next = end ? new Date(end) : new Date();
  next.setUTCFullYear(next.getUTCFullYear() + 1);
  return next.toISOString();
}
