import { Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { MomentField } from '../../../parts/form/moment-field.tsx';
import { CustomerFilter } from '../../../parts/list/customer-filter.tsx';
import { FilterSelect } from '../../../parts/list/filter-select.tsx';
import { useListAddress } from '../../../parts/list/list-address.ts';
import { useWorkspace } from '../../../session/workspace.ts';
import { endpointsQuery, eventTypesQuery, nameOf } from '../endpoints/queries.ts';
import { type DeliverySearch, outcomes } from './queries.ts';

type Filter = Exclude<keyof DeliverySearch, 'after' | 'sort'>;

const momentWidth = { base: '100%', sm: '13.5rem' };

/** The filters of the delivery list. */
export function DeliveryFilters() {
  const { workspaceId } = useWorkspace();
  const { search, filter } = useListAddress<Filter>();
  const endpoints = useQuery(endpointsQuery(workspaceId)).data?.items ?? [];
  const types = useQuery(eventTypesQuery(workspaceId)).data ?? [];
  const set = (name: Filter) => (value: string | undefined) => filter({ [name]: value });
  return (
    <>
      <FilterSelect
        label="Endpoint"
        any="Any endpoint"
        width="14rem"
        choices={endpoints.map((endpoint) => ({ value: endpoint.endpointId, label: nameOf(endpoint) }))}
        value={search.endpoint}
        onChange={set('endpoint')}
      />
      <FilterSelect
        label="Event type"
        any="Any type"
        width="14rem"
        choices={types.map(({ type }) => type)}
        value={search.type}
        onChange={set('type')}
      />
      <FilterSelect
        label="Outcome"
        any="Any outcome"
        choices={outcomes}
        value={search.outcome}
        onChange={set('outcome')}
      />
      <CustomerFilter value={search.tenant} onChange={set('tenant')} />
      <Group gap="sm" w={{ base: '100%', sm: 'auto' }}>
        <MomentField label="From" w={momentWidth} value={search.from} onChange={set('from')} />
        <MomentField label="Until" w={momentWidth} value={search.until} onChange={set('until')} />
      </Group>
    </>
  );
}
