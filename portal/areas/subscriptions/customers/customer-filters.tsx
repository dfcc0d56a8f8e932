import { FilterSelect } from '../../../parts/list/filter-select.tsx';
import { useListAddress } from '../../../parts/list/list-address.ts';
import { PlanFilters } from '../../../parts/list/product-filter.tsx';
import { subscriptionStatuses } from '../queries.ts';
import { riskLabels } from './risks.tsx';

export type CustomerFilterName = 'search' | 'status' | 'product' | 'plan' | 'atRisk';

const risks = [
  { value: 'Any', label: 'At risk' },
  ...Object.entries(riskLabels).map(([value, label]) => ({ value, label })),
];

/** The filters of the list of customers. */
export function CustomerFilters() {
  const { bind } = useListAddress<CustomerFilterName>();
  return (
    <>
      <FilterSelect label="Risk" any="Any risk or none" choices={risks} width="12rem" {...bind('atRisk')} />
      <FilterSelect label="Status" any="Any status" choices={subscriptionStatuses} {...bind('status')} />
      <PlanFilters />
    </>
  );
}
