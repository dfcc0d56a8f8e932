import { useQuery } from '@tanstack/react-query';
import { CustomerFilter } from '../../../parts/list/customer-filter.tsx';
import { FilterSelect } from '../../../parts/list/filter-select.tsx';
import { useListAddress } from '../../../parts/list/list-address.ts';
import { MomentFilter } from '../../../parts/list/moment-filter.tsx';
import { useWorkspace } from '../../../session/workspace.ts';
import { endpointsQuery, eventTypesQuery, nameOf } from '../endpoints/queries.ts';
import { type DeliverySearch, outcomes } from './queries.ts';

type Filter = Exclude<keyof DeliverySearch, 'after' | 'sort'>;

/** The filters of the delivery list. */
export function DeliveryFilters() {
  const { workspaceId } = useWorkspace();
  const { bind } = useListAddress<Filter>();
  const endpoints = useQuery(endpointsQuery(workspaceId)).data?.items ?? [];
  const types = useQuery(eventTypesQuery(workspaceId)).data ?? [];
  return (
    <>
      <FilterSelect
        label="Endpoint"
        any="Any endpoint"
        width="14rem"
        choices={endpoints.map((endpoint) => ({ value: endpoint.endpointId, label: nameOf(endpoint) }))}
        {...bind('endpoint')}
      />
      <FilterSelect
        label="Event type"
        any="Any type"
        width="14rem"
        choices={types.map(({ type }) => type)}
        {...bind('type')}
      />
      <FilterSelect label="Outcome" any="Any outcome" choices={outcomes} {...bind('outcome')} />
      <CustomerFilter {...bind('tenant')} />
      <MomentFilter label="From" {...bind('from')} />
      <MomentFilter label="Until" {...bind('until')} />
    </>
  );
}
