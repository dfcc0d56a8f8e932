import { Anchor, Select, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Deadline } from '../../parts/deadline.tsx';
import { FormDialog } from '../../parts/form/form-dialog.tsx';
import { numberError } from '../../parts/form/number-error.ts';
import { NumberField } from '../../parts/form/number-field.tsx';
import { formatNumber } from '../../parts/format/format-number.ts';
import { formatHour } from '../../parts/format/time.ts';
import { showDone } from '../../parts/notify.ts';
import { useWorkspace } from '../../session/workspace.ts';
import { mappingQuery } from '../marketplace/mappings/queries.ts';
import { quantityRule, reportUsage, usageKey } from '../subscriptions/meters/queries.ts';
import type { UsageReport } from './queries.ts';

interface ReportAgainProps {
  readonly report: UsageReport;
  readonly onClose: () => void;
}

/** Sends an hour again that the marketplace has rejected: with the same or another quantity, or as another dimension. */
export function ReportAgain({ report, onClose }: ReportAgainProps) {
  const { workspaceId } = useWorkspace();
  const queryClient = useQueryClient();
  const { subscriptionId, hour, dimensionName, customer, reason, expiresAt } = report;
  const dimensions = useDimensions(report);
  const form = useForm({
    initialValues: { quantity: report.quantity as string | number, dimension: report.dimension },
  });
  const { dimension } = form.values;
  const isMoved = dimension !== report.dimension;
  const quantity = isMoved ? report.quantity : form.values.quantity;
  const reporting = useMutation({
    mutationFn: () =>
      reportUsage(workspaceId, {
        subscriptionId,
        hour,
        dimension,
        quantity: Number(quantity),
        ...(isMoved && { insteadOf: report.dimension }),
      }),
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
        Fix the cause first, otherwise it is rejected again. <MappingLink report={report} size="sm" />
      </Text>
      <Text size="sm" fw={500}>
        <Deadline words="Report again until" at={expiresAt} />
      </Text>
      {dimensions.length > 1 && (
        <Select
          label="Dimension"
          description="Another one if the application reported the wrong one"
          data={dimensions}
          allowDeselect={false}
          comboboxProps={{ withinPortal: true }}
          {...form.getInputProps('dimension')}
        />
      )}
      {isMoved ? (
        <Text size="sm">
          {formatNumber(report.quantity)} is reported as {dimension}. The rejected report stays as it is.
        </Text>
      ) : (
        <NumberField
          label="Quantity"
          description="Usage in that hour"
          {...quantityRule}
          thousandSeparator=" "
          hideControls
          data-autofocus
          {...form.getInputProps('quantity')}
        />
      )}
    </FormDialog>
  );
}

/** The rejected dimension, and the others of its mapping that applications report themselves. */
function useDimensions({ mappingId, dimension }: UsageReport) {
  const { workspaceId } = useWorkspace();
  const mapping = useQuery({
    ...mappingQuery(workspaceId, mappingId ?? ''),
    enabled: mappingId !== null,
  });
  const found = mapping.data?.dimensions ?? [];
  const own = found.find(({ id }) => id === dimension);
  const others = found.filter(({ id, intake }) => id !== dimension && intake !== 'Events');
  return [
    { value: dimension, label: own ? `${own.name} (${dimension})` : dimension },
    ...others.map(({ id, name }) => ({ value: id, label: `${name} (${id})` })),
  ];
}

interface MappingLinkProps {
  readonly report: UsageReport;
  readonly size?: 'xs' | 'sm';
}

/** The mapping by which the report was sent. */
export function MappingLink({ report: { mappingId, dimension }, size = 'xs' }: MappingLinkProps) {
  const { slug: workspace } = useWorkspace();
  if (mappingId === null) return null;
  return (
    <Anchor
      size={size}
      underline="always"
      aria-label={`Open plan mapping of ${dimension}`}
      renderRoot={(props) => (
        <Link
          to="/$workspace/plan-mappings"
          params={{ workspace }}
          search={{ mapping: mappingId }}
          {...props}
        />
      )}
    >
      Open plan mapping
    </Anchor>
  );
}
