import { Select, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { FormDialog } from '../../../parts/form/form-dialog.tsx';
import { MomentField } from '../../../parts/form/moment-field.tsx';
import { NumberField } from '../../../parts/form/number-field.tsx';
import { actionTexts } from '../../../parts/format/usage-limit-text.ts';
import { showDone } from '../../../parts/notify.ts';
import { useWorkspace } from '../../../session/workspace.ts';
import { type LimitChange, limitsKey, setUsageLimit, type UsageLimits } from './queries.ts';

const periods = [
  { value: 'Day', label: 'Day' },
  { value: 'Month', label: 'Month' },
  { value: 'Year', label: 'Year' },
  { value: 'Term', label: 'Term' },
];
const actions = Object.entries(actionTexts).map(([value, label]) => ({ value, label }));

interface SetLimitProps {
  readonly tenantId: string;
  readonly limits: UsageLimits;
  readonly onClose: () => void;
}

/** The partner's limit of a customer, instead of the plan's. */
export function SetLimit({ tenantId, limits, onClose }: SetLimitProps) {
  const { workspaceId } = useWorkspace();
  const queryClient = useQueryClient();
  const { product, dimension, name, partnerLimit, planLimit } = limits;
  const current = partnerLimit ?? planLimit;
  const form = useForm({
    initialValues: {
      quantity: (current?.quantity ?? '') as number | '',
      per: (current?.per ?? 'Month') as LimitChange['per'],
      action: (current?.action ?? 'Deny') as LimitChange['action'],
      reason: partnerLimit?.reason ?? '',
      endsAt: partnerLimit?.endsAt ?? null,
    },
    validate: {
      quantity: (written) => (typeof written === 'number' ? null : 'Enter a quantity'),
      reason: (written) => (written.trim() === '' ? 'Say why' : null),
    },
  });
  const saving = useMutation({
    mutationFn: ({ quantity: written, reason, ...values }: typeof form.values) =>
      setUsageLimit(
        { workspaceId, tenantId, product, dimension },
        { ...values, quantity: Number(written), reason: reason.trim() },
      ),
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: limitsKey(workspaceId, tenantId) });
      showDone('Usage limit saved.');
      onClose();
    },
  });
  return (
    <FormDialog
      title={`Usage limit of ${name}`}
      submit="Save"
      form={form}
      mutation={saving}
      onClose={onClose}
    >
      <NumberField
        label="Quantity"
        description="Instead of the plan’s limit; it takes effect at once. 0: nothing may be used."
        min={0}
        max={1_000_000_000}
        decimals={6}
        hideControls
        thousandSeparator=" "
        {...form.getInputProps('quantity')}
      />
      <Select label="For each" data={periods} allowDeselect={false} {...form.getInputProps('per')} />
      <Select
        label="When it is reached"
        data={actions}
        allowDeselect={false}
        {...form.getInputProps('action')}
      />
      <Textarea
        label="Reason"
        description="For your colleagues and the audit log"
        maxLength={500}
        {...form.getInputProps('reason')}
      />
      <MomentField
        label="Ends"
        description="Then the plan’s limit holds again. Empty: until it is removed."
        value={form.values.endsAt ?? undefined}
        error={form.errors.endsAt}
        onChange={(moment) => form.setFieldValue('endsAt', moment ?? null)}
      />
    </FormDialog>
  );
}
