import { useQuery } from '@tanstack/react-query';
import { productNamesQuery } from '../../api/product-names.ts';
import { CustomerFilter } from '../../parts/list/customer-filter.tsx';
import { FilterSelect } from '../../parts/list/filter-select.tsx';
import { useListAddress } from '../../parts/list/list-address.ts';
import { useWorkspace } from '../../session/workspace.ts';
import { planMappingsQuery } from '../marketplace/mappings/queries.ts';
import type { HolderName } from './holder.ts';

/** Filters of usage by customer, product and dimension. */
export function HolderFilters() {
  const { workspaceId } = useWorkspace();
  const { search, filter } = useListAddress<HolderName>();
  const { tenantId, product, dimension } = search;
  const products = useQuery(productNamesQuery(workspaceId)).data ?? [];
  const mappings = useQuery(planMappingsQuery(workspaceId, { product })).data?.items ?? [];
  const dimensions = new Map(dimension === undefined ? [] : [[dimension, dimension]]);
  for (const { id, name } of mappings.flatMap((mapping) => mapping.dimensions)) dimensions.set(id, name);
  return (
    <>
      <CustomerFilter
        value={tenantId}
        onChange={(chosen) => filter({ tenantId: chosen, subscriptionId: undefined })}
      />
      <FilterSelect
        label="Product"
        any="Any product"
        choices={products.map(({ slug, name }) => ({ value: slug, label: name }))}
        value={product}
        onChange={(chosen) => filter({ product: chosen, dimension: undefined })}
      />
      <FilterSelect
        label="Dimension"
        any="Any dimension"
        width="11rem"
        choices={[...dimensions].map(([value, label]) => ({ value, label }))}
        value={dimension}
        onChange={(chosen) => filter({ dimension: chosen })}
      />
    </>
  );
}
