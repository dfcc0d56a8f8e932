import { SegmentedControl, Select, Switch, Text, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { api, dataOf } from '../../api/client.ts';
import { CustomerField } from '../../parts/form/customer-field.tsx';
import { FormDialog } from '../../parts/form/form-dialog.tsx';
import { MomentField } from '../../parts/form/moment-field.tsx';
import { NumberField } from '../../parts/form/number-field.tsx';
import { useWorkspace } from '../../session/workspace.ts';
import { usePlans, useProductChoices } from './catalogue-choices.ts';
import { customersKey } from './customers/queries.ts';
import { PlanField } from './plan-field.tsx';
import { type Subscription, subscriptionsKey } from './queries.ts';

const fields = ['tenantId', 'product', 'plan', 'source', 'quantity', 'validUntil', 'trialEndsAt', 'reason'];

interface NewSubscriptionProps {
  readonly tenantId?: string | undefined;
  readonly onClose: () => void;
}

/** Adds a subscription that was sold outside of the marketplace. */
export function NewSubscription({ tenantId, onClose }: NewSubscriptionProps) {
  const { workspaceId, slug: workspace } = useWorkspace();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const form = useForm({
    initialValues: {
      tenantId,
      product: undefined as string | undefined,
      plan: undefined as string | undefined,
      source: 'Direct' as Exclude<Subscription['source'], 'Marketplace'>,
      quantity: 1,
      isTrial: false,
      end: undefined as string | undefined,
      reason: '',
    },
  });
  const { product, plan, isTrial } = form.values;
  const products = useProductChoices();
  const hasSeats = usePlans(product).find(({ slug }) => slug === plan)?.licenceModel === 'Seats';
  const writing = useMutation({
    mutationFn: ({ tenantId: tenant, source, quantity, end, reason }: typeof form.values) =>
      dataOf(
        api.POST('/api/admin/v1/workspaces/{workspaceId}/subscriptions', {
          params: { path: { workspaceId } },
          body: {
            tenantId: tenant ?? '',
            product: product ?? '',
            plan: plan ?? '',
            source,
            ...(hasSeats && { quantity }),
            ...(isTrial ? { isTrial, trialEndsAt: end ?? null } : { validUntil: end ?? null }),
            ...(reason.trim() && { reason: reason.trim() }),
          },
        }),
      ),
    onSuccess: ({ subscriptionId }) => {
      void queryClient.invalidateQueries({ queryKey: subscriptionsKey(workspaceId) });
      void queryClient.invalidateQueries({ queryKey: customersKey(workspaceId) });
      void navigate({
        to: '/$workspace/subscriptions/$subscriptionId',
        params: { workspace, subscriptionId },
      });
    },
  });
  const endError = form.errors.validUntil ?? form.errors.trialEndsAt;
  return (
    <FormDialog
      title="Add contract"
      submit="Add"
      form={form}
      mutation={writing}
      fields={fields}
      isDisabled={!form.values.tenantId || !product || !plan}
      onClose={onClose}
    >
      <CustomerField
        description="Choose by name, or paste a tenant id; an unknown tenant is added as a customer"
        data-autofocus
        {...form.getInputProps('tenantId')}
      />
      <Select
        label="Product"
        data={products}
        allowDeselect={false}
        value={product ?? null}
        error={form.errors.product}
        onChange={(chosen) => form.setValues({ product: chosen ?? undefined, plan: undefined })}
      />
      <PlanField
        product={product}
        value={plan}
        error={form.errors.plan}
        onChange={(chosen) => form.setFieldValue('plan', chosen)}
      />
      {hasSeats && <NumberField label="Seats" min={1} decimals={0} {...form.getInputProps('quantity')} />}
      <div>
        <Text size="sm" fw={600} mb={4} id="sold-by">
          Sold by
        </Text>
        <SegmentedControl
          aria-labelledby="sold-by"
          data={[
            { value: 'Direct', label: 'You' },
            { value: 'Reseller', label: 'Reseller' },
          ]}
          {...form.getInputProps('source')}
        />
      </div>
      <Switch label="Trial" {...form.getInputProps('isTrial', { type: 'checkbox' })} />
      <MomentField
        label={isTrial ? 'Trial end' : 'Term end'}
        description="Empty: open-ended"
        value={form.values.end}
        error={endError}
        onChange={(moment) => form.setFieldValue('end', moment)}
      />
      <Textarea
        label="Reason"
        description="Optional; shown in the history. For example: the contract number"
        autosize
        minRows={2}
        maxLength={1000}
        {...form.getInputProps('reason')}
      />
      <Text size="sm" c="dimmed">
        The subscription starts as Pending. Activate it to give the customer access.
      </Text>
    </FormDialog>
  );
}
