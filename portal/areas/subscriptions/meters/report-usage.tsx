import { Select, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { CustomerField } from '../../../parts/form/customer-field.tsx';
import { FormDialog } from '../../../parts/form/form-dialog.tsx';
import { numberError } from '../../../parts/form/number-error.ts';
import { NumberField } from '../../../parts/form/number-field.tsx';
import { formatNumber } from '../../../parts/format/format-number.ts';
import { formatHour } from '../../../parts/format/time.ts';
import { Moment } from '../../../parts/moment.tsx';
import { showDone } from '../../../parts/notify.ts';
import { useNow } from '../../../parts/use-now.ts';
import { useWorkspace } from '../../../session/workspace.ts';
import { endedHours } from './ended-hours.ts';
import { metersKey, metersQuery, quantityRule, reportUsage, type UsageMeter, usageKey } from './queries.ts';

interface ReportUsageProps {
  /** The one whose usage the page shows; null: it is chosen by customer and dimension. */
  readonly subscription: { readonly subscriptionId: string; readonly customer: string | undefined } | null;
  readonly tenantId: string | undefined;
  readonly onClose: () => void;
}

/** Reports the usage of one hour by hand, with the checks of an application's record. */
export function ReportUsage({ subscription, tenantId, onClose }: ReportUsageProps) {
  const { workspaceId } = useWorkspace();
  const queryClient = useQueryClient();
  const hours = endedHours(useNow());
  const form = useForm({
    initialValues: {
      tenantId,
      dimension: null as string | null,
      hour: hours[0] ?? null,
      quantity: '' as string | number,
    },
  });
  const { values } = form;
  const { meters, isLoaded } = useMeters(subscription?.subscriptionId, values.tenantId);
  const meter = meters.find((one) => idOf(one) === values.dimension);
  const reporting = useMutation({
    mutationFn: () =>
      reportUsage(workspaceId, {
        subscriptionId: meter?.subscriptionId ?? '',
        dimension: meter?.dimension ?? '',
        hour: values.hour ?? '',
        quantity: Number(values.quantity),
      }),
    onSuccess: async ({ quantity, dimensionName }) => {
      await queryClient.invalidateQueries({ queryKey: usageKey(workspaceId) });
      void queryClient.invalidateQueries({ queryKey: metersKey(workspaceId) });
      showDone(
        `${formatNumber(quantity)} of ${dimensionName} recorded. Until it is sent it can be corrected.`,
      );
      onClose();
    },
  });
  const isComplete =
    meter !== undefined &&
    values.hour !== null &&
    values.quantity !== '' &&
    numberError(values.quantity, quantityRule) === undefined;
  return (
    <FormDialog
      title="Report usage"
      submit="Report"
      form={form}
      mutation={{ ...reporting, mutate: () => reporting.mutate() }}
      isDisabled={!isComplete}
      onClose={onClose}
    >
      <Text size="sm">
        For usage that the application did not report. Each subscription, dimension and hour has one report.
      </Text>
      {subscription ? (
        <Text size="sm">Subscription of {subscription.customer ?? subscription.subscriptionId}</Text>
      ) : (
        <CustomerField
          data-autofocus
          value={values.tenantId}
          onChange={(chosen) => form.setValues({ tenantId: chosen, dimension: null })}
        />
      )}
      <Select
        label="Dimension"
        description={
          isLoaded && meters.length === 0
            ? 'No subscription here has a dimension that is fed by hourly records'
            : 'The metered dimension and its plan'
        }
        data={meters.map((one) => ({
          value: idOf(one),
          label: `${one.name}: ${one.productName}, ${one.planName}`,
        }))}
        disabled={meters.length === 0}
        {...form.getInputProps('dimension')}
      />
      <Select
        label="Hour, UTC"
        description="The marketplace accepts an hour until 24 hours after its start"
        data={hours.map((hour) => ({ value: hour, label: formatHour(hour) }))}
        {...form.getInputProps('hour')}
      />
      {values.hour && (
        <Text size="xs" c="dimmed">
          Deadline of this hour: <Moment at={deadlineOf(values.hour)} />.
        </Text>
      )}
      <NumberField
        label={meter ? `Quantity (${meter.unit})` : 'Quantity'}
        description="The whole usage of the hour"
        {...quantityRule}
        thousandSeparator=" "
        hideControls
        {...form.getInputProps('quantity')}
      />
    </FormDialog>
  );
}

const idOf = ({ subscriptionId, dimension }: UsageMeter) => `${subscriptionId} ${dimension}`;

function deadlineOf(hour: string): string {
  return new Date(new Date(hour).getTime() + 24 * 60 * 60_000).toISOString();
}

/** The dimensions of a subscription, or of all of a customer, that are fed by hourly records. */
function useMeters(subscriptionId: string | undefined, tenantId: string | undefined) {
  const { workspaceId } = useWorkspace();
  const of = subscriptionId === undefined ? { tenantId: tenantId ?? '' } : { subscriptionId };
  const isAsked = subscriptionId !== undefined || tenantId !== undefined;
  const { data, isPlaceholderData } = useQuery({ ...metersQuery(workspaceId, of), enabled: isAsked });
  const items = isAsked && !isPlaceholderData ? (data?.items ?? []) : [];
  return {
    meters: items.filter(({ intake }) => intake === 'Records'),
    isLoaded: isAsked && data !== undefined && !isPlaceholderData,
  };
}
