import { Alert, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, dataOf } from '../../api/client.ts';
import { EditConflict } from '../../parts/form/edit-conflict.tsx';
import { FormDialog } from '../../parts/form/form-dialog.tsx';
import { numberError } from '../../parts/form/number-error.ts';
import { NumberField } from '../../parts/form/number-field.tsx';
import { formatNumber } from '../../parts/format/format-number.ts';
import { formatHour } from '../../parts/format/time.ts';
import { Icon } from '../../parts/icon.tsx';
import { Moment } from '../../parts/moment.tsx';
import { showDone } from '../../parts/notify.ts';
import { useWorkspace } from '../../session/workspace.ts';
import { quantityRule, usageKey } from '../subscriptions/meters/queries.ts';
import type { UsageReport } from './queries.ts';

interface CorrectReportProps {
  readonly report: UsageReport;
  readonly onClose: () => void;
}

/** Corrects the quantity of an unsent hour; a newer report of the application is an edit conflict. */
export function CorrectReport({ report, onClose }: CorrectReportProps) {
  const { workspaceId } = useWorkspace();
  const queryClient = useQueryClient();
  const { subscriptionId, hour, dimension, dimensionName, customer, dueAt } = report;
  const form = useForm({ initialValues: { quantity: report.quantity as string | number } });
  const { quantity: typed } = form.values;
  const quantity = typeof typed === 'number' ? typed : Number.NaN;
  const isValid = !Number.isNaN(quantity) && numberError(typed, quantityRule) === undefined;
  const refresh = () => queryClient.invalidateQueries({ queryKey: usageKey(workspaceId) });
  const correcting = useMutation({
    mutationFn: () =>
      dataOf(
        api.POST(
          '/api/admin/v1/workspaces/{workspaceId}/usage-reports/{subscriptionId}/{hour}/{dimension}/correct',
          {
            params: { path: { workspaceId, subscriptionId, hour, dimension } },
            body: { quantity, replaces: report.quantity },
          },
        ),
      ),
    onSuccess: async (corrected) => {
      await refresh();
      showDone(
        corrected.state === 'skipped'
          ? 'Hour skipped: nothing is sent.'
          : `Quantity corrected to ${formatNumber(corrected.quantity)}.`,
      );
      onClose();
    },
    onError: () => void refresh(),
  });
  return (
    <FormDialog
      title="Correct quantity"
      submit={quantity === 0 ? 'Skip hour' : 'Correct'}
      form={form}
      mutation={{ ...correcting, mutate: () => correcting.mutate() }}
      isDisabled={!isValid || quantity === report.quantity}
      conflict={
        <EditConflict onUseSaved={() => form.setValues({ quantity: report.quantity })}>
          It is {formatNumber(report.quantity)} now.
        </EditConflict>
      }
      onClose={onClose}
    >
      <Text size="sm">
        {dimensionName} of {customer}, in the hour of {formatHour(hour)} UTC: {formatNumber(report.quantity)}.
        It is sent <Moment at={dueAt} />.
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
      {quantity === 0 && (
        <Alert
          color="yellow"
          variant="outline"
          c="inherit"
          icon={<Icon name="warning" />}
          title="This skips the hour"
        >
          <Text size="sm">Nothing of this hour is sent to the marketplace or charged.</Text>
        </Alert>
      )}
    </FormDialog>
  );
}
