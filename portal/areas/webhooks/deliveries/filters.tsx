import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { CustomerField } from '../../../parts/form/customer-field.tsx';
import { MomentField } from '../../../parts/form/moment-field.tsx';
import { useListAddress } from '../../../parts/list/list-address.ts';
import { useWorkspace } from '../../../session/workspace.ts';
import { endpointsQuery, eventTypesQuery, nameOf } from '../endpoints/queries.ts';
import { type DeliverySearch, outcomes } from './queries.ts';

type Filter = Exclude<keyof DeliverySearch, 'after' | 'sort'>;

/** The filters of the delivery list. */
export function DeliveryFilters() {
  const { workspaceId } = useWorkspace();
  const { search, filter } = useListAddress<Filter>();
  const endpoints = useQuery(endpointsQuery(workspaceId)).data?.items ?? [];
  const types = useQuery(eventTypesQuery(workspaceId)).data ?? [];
  const set = (name: Filter) => (value: string | undefined) => filter({ [name]: value || undefined });
  return (
    <>
      <NativeSelect
        size="xs"
        label="Endpoint"
        w={160}
        value={search.endpoint ?? ''}
        onChange={({ currentTarget }) => set('endpoint')(currentTarget.value)}
        data={[
          { value: '', label: 'All endpoints' },
          ...endpoints.map((endpoint) => ({ value: endpoint.endpointId, label: nameOf(endpoint) })),
        ]}
      />
      <NativeSelect
        size="xs"
        label="Event type"
        w={170}
        value={search.type ?? ''}
        onChange={({ currentTarget }) => set('type')(currentTarget.value)}
        data={[{ value: '', label: 'All types' }, ...types.map(({ type }) => type)]}
      />
      <NativeSelect
        size="xs"
        label="Outcome"
        value={search.outcome ?? ''}
        onChange={({ currentTarget }) => set('outcome')(currentTarget.value)}
        data={[{ value: '', label: 'All outcomes' }, ...outcomes]}
      />
      <CustomerField
        size="xs"
        w={190}
        placeholder="All customers"
        value={search.tenant}
        onChange={set('tenant')}
      />
      <MomentField size="xs" label="From" w={170} value={search.from} onChange={set('from')} />
      <MomentField size="xs" label="Until" w={170} value={search.until} onChange={set('until')} />
    </>
  );
}
