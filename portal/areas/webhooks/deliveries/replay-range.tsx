import { Checkbox, MultiSelect, NativeSelect, SimpleGrid, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDebouncedValue } from '@mantine/hooks';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, dataOf } from '../../../api/client.ts';
import { CustomerField } from '../../../parts/form/customer-field.tsx';
import { FormDialog } from '../../../parts/form/form-dialog.tsx';
import { MomentField } from '../../../parts/form/moment-field.tsx';
import { formatCount, formatNumber } from '../../../parts/format/format-number.ts';
import { showDone } from '../../../parts/notify.ts';
import { useWorkspace } from '../../../session/workspace.ts';
import {
  type EventType,
  endpointPath,
  endpointsQuery,
  eventTypesQuery,
  nameOf,
  webhooksKey,
} from '../endpoints/queries.ts';
import { type ReplayedRange, replayPreviewQuery } from './queries.ts';

const outcomeLabels = {
  Failed: 'Failed: every attempt failed',
  Cancelled: 'Cancelled: the endpoint was disabled while they waited',
  Missed: 'Missed: the endpoint was disabled or did not exist',
  Delivered: 'Delivered: already received',
} as const;
type Replayable = keyof typeof outcomeLabels;

const day = 86_400_000;

interface RangeValues {
  readonly from: string | undefined;
  readonly until: string | undefined;
  readonly outcomes: Replayable[];
  readonly types: EventType['type'][];
  readonly tenantId: string | undefined;
}

function rangeOf({ from = '', until = '', outcomes, types, tenantId }: RangeValues): ReplayedRange {
  return {
    from,
    until,
    outcomes,
    ...(types.length > 0 && { types }),
    ...(tenantId && { tenantId }),
  };
}

/** `3 deliveries` */
function countText({ count, isExact }: { readonly count: number; readonly isExact: boolean }): string {
  const deliveries = formatCount(count, 'delivery', 'deliveries');
  return isExact ? deliveries : `more than ${deliveries}`;
}

function previewText(preview: Parameters<typeof countText>[0]): string {
  return preview.count === 0 ? 'Nothing to replay in this range.' : `This replays ${countText(preview)}.`;
}

interface ReplayRangeProps {
  /** The endpoint filter of the list. */
  readonly endpointId: string | undefined;
  readonly onClose: () => void;
}

/** Replays all matching deliveries of a time range, page by page. */
export function ReplayRange({ endpointId, onClose }: ReplayRangeProps) {
  const { workspaceId } = useWorkspace();
  const queryClient = useQueryClient();
  const endpoints = useQuery(endpointsQuery(workspaceId)).data?.items ?? [];
  const types = useQuery(eventTypesQuery(workspaceId)).data ?? [];
  const [done, setDone] = useState(0);
  const form = useForm({
    initialValues: {
      endpointId: endpointId ?? endpoints.find(({ enabled }) => enabled)?.endpointId ?? '',
      from: new Date(Date.now() - day).toISOString() as string | undefined,
      until: new Date().toISOString() as string | undefined,
      outcomes: ['Failed', 'Cancelled', 'Missed'] as Replayable[],
      types: [] as EventType['type'][],
      tenantId: undefined as string | undefined,
    },
  });
  const [shown] = useDebouncedValue(form.values, 300);
  const preview = useQuery(replayPreviewQuery(workspaceId, shown.endpointId, rangeOf(shown)));
  const replaying = useMutation({
    mutationFn: async (values: typeof form.values) => {
      setDone(0);
      let replayed = 0;
      let after: string | undefined;
      do {
        const answer = await dataOf(
          api.POST(`${endpointPath}/replay`, {
            params: { path: { workspaceId, endpointId: values.endpointId } },
            body: { ...rangeOf(values), ...(after !== undefined && { after }) },
          }),
        );
        replayed += answer.replayed;
        setDone(replayed);
        after = answer.next ?? undefined;
      } while (after !== undefined);
      return replayed;
    },
    onSuccess: (replayed) => {
      showDone(replayed === 0 ? 'Nothing to replay.' : `${formatNumber(replayed)} deliveries replayed.`);
      onClose();
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: webhooksKey(workspaceId) }),
  });
  return (
    <FormDialog
      title="Replay time range"
      submit={preview.data && preview.data.count > 0 ? `Replay ${countText(preview.data)}` : 'Replay'}
      summary={
        replaying.isPending
          ? `${formatNumber(done)} replayed so far.`
          : preview.data
            ? previewText(preview.data)
            : ''
      }
      form={form}
      mutation={replaying}
      isDisabled={form.values.endpointId === '' || preview.data?.count === 0}
      onClose={onClose}
    >
      <NativeSelect
        label="Endpoint"
        data={endpoints.map((endpoint) => ({
          value: endpoint.endpointId,
          label: endpoint.enabled ? nameOf(endpoint) : `${nameOf(endpoint)} (disabled)`,
        }))}
        {...form.getInputProps('endpointId')}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <MomentField label="From" {...form.getInputProps('from')} />
        <MomentField label="Until" {...form.getInputProps('until')} />
      </SimpleGrid>
      <Checkbox.Group label="Outcomes" {...form.getInputProps('outcomes')}>
        <Stack gap={8} mt={6}>
          {Object.entries(outcomeLabels).map(([outcome, label]) => (
            <Checkbox key={outcome} value={outcome} label={label} />
          ))}
        </Stack>
      </Checkbox.Group>
      <MultiSelect
        label="Event types"
        placeholder={form.values.types.length === 0 ? 'All types of the endpoint' : ''}
        data={types.map(({ type }) => type)}
        searchable
        hidePickedOptions
        {...form.getInputProps('types')}
      />
      <CustomerField placeholder="All customers" {...form.getInputProps('tenantId')} />
      <Text size="sm">Replays keep the original event ids, so a receiver can skip duplicates.</Text>
    </FormDialog>
  );
}
