import { Button, Group, Loader, Modal, Stack, Text, Textarea } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../api/client.ts';
import { ChangedMeanwhile } from '../../../parts/changed-meanwhile.tsx';
import { formErrors, isSaidByFields } from '../../../parts/form-errors.ts';
import { MomentField } from '../../../parts/moment-field.tsx';
import { NumberField } from '../../../parts/number-field.tsx';
import { showDone } from '../../../parts/show-trouble.ts';
import { TroubleNotice } from '../../../parts/trouble-notice.tsx';
import { useEdit } from '../../../parts/use-edit.ts';
import { useWorkspace } from '../../../session/workspace.ts';
import { customersKey } from '../customers/queries.ts';
import { PlanField } from '../plan-field.tsx';
import { customerOf, readSubscription, type SubscriptionDetail, subscriptionsKey } from '../queries.ts';
import { type Move, moveWords } from './words.ts';

interface MoveDialogProps {
  readonly subscription: SubscriptionDetail;
  readonly move: Move;
  readonly onClose: () => void;
}

const path = '/api/admin/v1/workspaces/{workspaceId}/subscriptions/{subscriptionId}/moves';

interface Asked {
  readonly plan?: string;
  readonly quantity?: number | null;
  readonly validUntil?: string | null;
  readonly reason: string;
}

/** Says once more what a move does, asks for what it needs, and does it. */
export function MoveDialog({ subscription, move, onClose }: MoveDialogProps) {
  const { workspaceId } = useWorkspace();
  const { subscriptionId, plan, quantity, validUntil } = subscription;
  const queryClient = useQueryClient();
  const { verb, effect, done, isFinal = false } = moveWords[move];
  const [asked, setAsked] = useState<Asked>({
    reason: '',
    ...(move === 'changePlan' && { plan: plan.slug }),
    ...(move === 'changeQuantity' && { quantity }),
    ...(move === 'renew' && { validUntil: yearAfter(validUntil) }),
  });
  const { current, saving, value, isChangedMeanwhile } = useEdit({
    queryKey: [...subscriptionsKey(workspaceId), subscriptionId, 'move'],
    read: () => readSubscription(workspaceId, subscriptionId),
    save: ({ reason, ...rest }: Asked, tag) =>
      api.POST(path, {
        params: { path: { workspaceId, subscriptionId }, header: { 'if-match': tag } },
        body: { type: move, ...rest, ...(reason.trim() && { reason: reason.trim() }) },
      }),
    onSaved: () => {
      void queryClient.invalidateQueries({ queryKey: subscriptionsKey(workspaceId) });
      void queryClient.invalidateQueries({ queryKey: customersKey(workspaceId) });
      showDone(done);
      onClose();
    },
  });
  const errors = formErrors(saving.error);
  const isUnchanged =
    (move === 'changePlan' && asked.plan === plan.slug) ||
    (move === 'changeQuantity' && asked.quantity === quantity);
  return (
    <Modal
      opened
      onClose={onClose}
      title={`${verb}: ${customerOf(subscription)}, ${subscription.product.name}`}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          saving.mutate(asked);
        }}
        noValidate
      >
        <Stack gap="md">
          <Text size="sm">
            {effect}
            {isFinal && ' It cannot be taken back: only a new contract gives access again.'}
          </Text>
          {current.isError && <TroubleNotice error={current.error} onRetry={() => current.refetch()} />}
          {move === 'changePlan' && (
            <PlanField
              product={subscription.product.slug}
              value={asked.plan}
              error={errors.plan}
              onChange={(chosen) => setAsked({ ...asked, plan: chosen })}
            />
          )}
          {move === 'changeQuantity' && (
            <NumberField
              label="Seats"
              min={1}
              decimals={0}
              value={asked.quantity ?? ''}
              error={errors.quantity}
              onChange={(typed) => setAsked({ ...asked, quantity: typeof typed === 'number' ? typed : null })}
            />
          )}
          {(move === 'renew' || move === 'activate' || move === 'reinstate') && (
            <MomentField
              label="End of the term"
              description={
                move === 'renew' ? 'Empty: it is open-ended' : 'Empty: it stays as it was agreed on'
              }
              value={asked.validUntil ?? undefined}
              error={errors.validUntil}
              onChange={(moment) => setAsked(withEnd(asked, move, moment))}
            />
          )}
          <Textarea
            label="Reason"
            description="Optional; it stands in the history"
            autosize
            minRows={2}
            maxLength={1000}
            value={asked.reason}
            onChange={({ currentTarget }) => setAsked({ ...asked, reason: currentTarget.value })}
          />
          {isChangedMeanwhile && (
            <ChangedMeanwhile onTakeTheirs={onClose}>It is {value?.status} now.</ChangedMeanwhile>
          )}
          {saving.isError && !isChangedMeanwhile && !isSaidByFields(saving.error, fields) && (
            <TroubleNotice error={saving.error} />
          )}
          <Group justify="flex-end" gap="xs">
            {current.isPending && <Loader size="xs" aria-label="The subscription is being loaded" />}
            <Button variant="default" onClick={onClose}>
              Keep it as it is
            </Button>
            <Button
              type="submit"
              {...(isFinal && { color: 'red.9' })}
              disabled={!current.isSuccess || isUnchanged}
              loading={saving.isPending}
            >
              {verb}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

const fields = ['plan', 'quantity', 'validUntil'];

/** Nothing means an open end to a renewal, and to the others that nothing is said about it. */
function withEnd({ validUntil: _, ...rest }: Asked, move: Move, moment: string | undefined): Asked {
  if (moment !== undefined) return { ...rest, validUntil: moment };
  return move === 'renew' ? { ...rest, validUntil: null } : rest;
}

function yearAfter(end: string | null): string {
  const next = end ? new Date(end) : new Date();
  next.setUTCFullYear(next.getUTCFullYear() + 1);
  return next.toISOString();
}
