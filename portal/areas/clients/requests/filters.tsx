import { CustomerFilter } from '../../../parts/list/customer-filter.tsx';
import { FilterSelect } from '../../../parts/list/filter-select.tsx';
import { FilterText } from '../../../parts/list/filter-text.tsx';
import { useListAddress } from '../../../parts/list/list-address.ts';
import { PeriodFilter } from '../../../parts/list/period-filter.tsx';
import type { RequestFilterName } from './queries.ts';

const statusClasses = [
  { value: '2xx', label: '2xx: successful' },
  { value: '3xx', label: '3xx: not modified' },
  { value: '4xx', label: '4xx: refused' },
  { value: '5xx', label: '5xx: failed' },
];

export function RequestFilters() {
  const { bind } = useListAddress<RequestFilterName>();
  return (
    <>
      <FilterSelect label="Status" any="Any status" choices={statusClasses} {...bind('statusClass')} />
      <FilterText label="Code" placeholder="product.not_found" {...bind('code')} />
      <CustomerFilter {...bind('tenantId')} />
      <PeriodFilter />
    </>
  );
}
