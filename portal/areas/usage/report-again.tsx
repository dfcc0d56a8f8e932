import { Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { FormDialog } from '../../parts/form/form-dialog.tsx';
import { numberError } from '../../parts/form/number-error.ts';
import { NumberField } from '../../parts/form/number-field.tsx';
import { formatNumber } from '../../parts/format/format-number.ts';
import { formatHour } from '../../parts/format/utc-time.ts';
import { Moment } from '../../parts/moment.tsx';
import { showDone } from '../../parts/notify.ts';
import { useWorkspace } from '../../session/workspace.ts';
import { quantityRule, reportUsage, usageKey } from '../subscriptions/meters/queries.ts';
import type { UsageReport } from './queries.ts';

interface ReportAgainProps {
  readonly report: UsageReport;
  readonly onClose: () => void;
}

/** Sends an hour again that the marketplace has rejected, with the same or another quantity. */
export function ReportAgain({ report, onClose }: ReportAgainProps) {
  const { workspaceId } = useWorkspace();
  const queryClient = useQueryClient();
  const { subscriptionId, hour, dimension, dimensionName, customer, reason, expiresAt } = report;
  const form = useForm({ initialValues: { quantity: report.quantity as string | number } });
  const { quantity } = form.values;
  const reporting = useMutation({
    mutationFn: () =>
      reportUsage(workspaceId, { subscriptionId, hour, dimension, quantity: Number(quantity) }),
    onSuccess: async () => {
      await queryClient.invalidateQueries();
      showDone('Reported again. It is sent within seconds, and its notice is done.');
      onClose();
    },
    onError: () => void queryClient.invalidateQueries({ queryKey: usageKey(workspaceId) }),
  });
  return (
    <FormDialog
      title="Report again"
      submit="Report again"
      form={form}
      mutation={{ ...reporting, mutate: () => reporting.mutate() }}
      isDisabled={
        quantity === '' || Number(quantity) === 0 || numberError(quantity, quantityRule) !== undefined
      }
      onClose={onClose}
    >
      <Text size="sm">
        {dimensionName} of {customer}, in the hour of {formatHour(hour)} UTC: the marketplace rejected{' '}
        {formatNumber(report.quantity)}.
      </Text>
      {reason && (
        <Text size="sm" c="dimmed">
          {reason.detail} <code>{reason.code}</code>
        </Text>
      )}
      <Text size="sm">
        Fix the cause first, otherwise it is rejected again. The marketplace&apos;s deadline for this hour:{' '}
        <Moment at={expiresAt} />.
      </Text>
      <NumberField
        label="Quantity"
        description="Usage in that hour"
        {...quantityRule}
        thousandSeparator=" "
        hideControls
        data-autofocus
        {...form.getInputProps('quantity')}
      />
    </FormDialog>
  );
}
