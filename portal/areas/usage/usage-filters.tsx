import { useQuery } from '@tanstack/react-query';
import { CustomerFilter } from '../../parts/list/customer-filter.tsx';
import { FilterSelect } from '../../parts/list/filter-select.tsx';
import { useListAddress } from '../../parts/list/list-address.ts';
import { ProductFilter } from '../../parts/list/product-filter.tsx';
import { useWorkspace } from '../../session/workspace.ts';
import { planMappingsQuery } from '../marketplace/mappings/queries.ts';
import type { UsageFilterName } from './usage-filter.ts';

/** Filters of usage by customer, product and dimension. */
export function UsageFilters() {
  const { workspaceId } = useWorkspace();
  const { search, bind } = useListAddress<UsageFilterName>();
  const { product, dimension } = search;
  const mappings = useQuery(planMappingsQuery(workspaceId, { product })).data?.items ?? [];
  const dimensions = new Map(dimension === undefined ? [] : [[dimension, dimension]]);
  for (const { id, name } of mappings.flatMap((mapping) => mapping.dimensions)) dimensions.set(id, name);
  return (
    <>
      <CustomerFilter {...bind('tenantId', 'subscriptionId')} />
      <ProductFilter {...bind('product', 'dimension')} />
      <FilterSelect
        label="Dimension"
        any="Any dimension"
        width="11rem"
        choices={[...dimensions].map(([value, label]) => ({ value, label }))}
        {...bind('dimension')}
      />
    </>
  );
}
