import { Select, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { formatHour, formatQuantity } from '../../parts/format-usage.ts';
import { Moment } from '../../parts/moment.tsx';
import { showDone } from '../../parts/notify.ts';
import { numberError } from '../../parts/number-error.ts';
import { NumberField } from '../../parts/number-field.tsx';
import { useNow } from '../../parts/use-now.ts';
import { useWorkspace } from '../../session/workspace.ts';
import { metersQuery } from '../subscriptions/meters/queries.ts';
import { subscriptionQuery, subscriptionsQuery } from '../subscriptions/queries.ts';
import { endedHours } from './ended-hours.ts';
import { quantityRule, reportUsage, usageKey } from './queries.ts';

interface ReportUsageProps {
  /** The subscription of the page's filter. */
  readonly subscriptionId: string | undefined;
  readonly onClose: () => void;
}

/** Reports the usage of one hour by hand, with the checks of an application's record. */
export function ReportUsage({ subscriptionId, onClose }: ReportUsageProps) {
  const { workspaceId } = useWorkspace();
  const queryClient = useQueryClient();
  const now = useNow();
  const hours = endedHours(now);
  const form = useForm({
    initialValues: {
      subscriptionId: subscriptionId ?? null,
      dimension: null as string | null,
      hour: hours[0] ?? null,
      quantity: '' as string | number,
    },
  });
  const { values } = form;
  const { choices, hasMore } = useSubscriptionChoices(subscriptionId);
  const { data: meters } = useQuery({
    ...metersQuery(workspaceId, { subscriptionId: values.subscriptionId ?? '' }),
    enabled: values.subscriptionId !== null,
  });
  const dimensions = (values.subscriptionId === null ? [] : (meters?.items ?? [])).filter(
    ({ intake }) => intake === 'Records',
  );
  const unit = dimensions.find(({ dimension }) => dimension === values.dimension)?.unit;
  const reporting = useMutation({
    mutationFn: () =>
      reportUsage(workspaceId, {
        subscriptionId: values.subscriptionId ?? '',
        dimension: values.dimension ?? '',
        hour: values.hour ?? '',
        quantity: Number(values.quantity),
      }),
    onSuccess: async ({ quantity, dimension }) => {
      await queryClient.invalidateQueries({ queryKey: usageKey(workspaceId) });
      showDone(`${formatQuantity(quantity)} of ${dimension} recorded. Until it is sent it can be corrected.`);
      onClose();
    },
  });
  const isComplete =
    values.subscriptionId !== null &&
    values.dimension !== null &&
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
      <Select
        label="Subscription"
        description={
          hasMore && 'The 200 newest. For another one, open this dialog from the usage of its subscription'
        }
        placeholder="Customer, product and plan"
        data={choices}
        searchable
        nothingFoundMessage="No active marketplace subscription"
        data-autofocus={subscriptionId === undefined || undefined}
        {...form.getInputProps('subscriptionId')}
        onChange={(chosen) => form.setValues({ subscriptionId: chosen, dimension: null })}
      />
      <Select
        label="Dimension"
        description={
          values.subscriptionId !== null && meters && dimensions.length === 0
            ? 'This plan has no dimension that is fed by hourly records'
            : 'What was used'
        }
        data={dimensions.map(({ dimension, name }) => ({
          value: dimension,
          label: name === dimension ? name : `${name} (${dimension})`,
        }))}
        disabled={dimensions.length === 0}
        {...form.getInputProps('dimension')}
      />
      <Select
        label="Hour, UTC"
        description="The marketplace takes an hour until 24 hours after its start"
        data={hours.map((hour) => ({ value: hour, label: formatHour(hour) }))}
        {...form.getInputProps('hour')}
      />
      {values.hour && (
        <Text size="xs" c="dimmed">
          Deadline of this hour: <Moment at={lastMomentOf(values.hour)} />.
        </Text>
      )}
      <NumberField
        label={unit ? `Quantity (${unit})` : 'Quantity'}
        description="The whole usage of the hour"
        {...quantityRule}
        thousandSeparator=" "
        hideControls
        data-autofocus={subscriptionId !== undefined || undefined}
        {...form.getInputProps('quantity')}
      />
    </FormDialog>
  );
}

function lastMomentOf(hour: string): string {
  return new Date(new Date(hour).getTime() + 24 * 60 * 60_000).toISOString();
}

/** The newest active subscriptions of the marketplace and the one of the filter; Select filters them by their text. */
function useSubscriptionChoices(subscriptionId: string | undefined) {
  const { workspaceId } = useWorkspace();
  const filter = { source: 'Marketplace', status: 'Active', limit: 200 } as const;
  const { data: newest } = useQuery(subscriptionsQuery(workspaceId, filter));
  const { data: filtered } = useQuery({
    ...subscriptionQuery(workspaceId, subscriptionId ?? ''),
    enabled: subscriptionId !== undefined,
  });
  const others = (newest?.items ?? []).filter((one) => one.subscriptionId !== subscriptionId);
  const all = filtered ? [filtered, ...others] : others;
  return {
    hasMore: newest?.next != null,
    choices: all.map(({ subscriptionId: value, tenantId, organisation, product, plan }) => ({
      value,
      label: `${organisation?.name ?? tenantId}, ${product.name}, ${plan.name}`,
    })),
  };
}
