import { FilterSelect } from '../../../parts/list/filter-select.tsx';
import { FindFilter } from '../../../parts/list/find-filter.tsx';
import { useListAddress } from '../../../parts/list/list-address.ts';
import { usePlans, useProductChoices } from '../catalogue-choices.ts';
import { subscriptionStatuses } from '../queries.ts';
import { riskLabels } from './risks.tsx';

export type CustomerFilterName = 'search' | 'status' | 'product' | 'plan' | 'atRisk';

const risks = [
  { value: 'Any', label: 'At risk' },
  ...Object.entries(riskLabels).map(([value, label]) => ({ value, label })),
];

/** The filters of the list of customers. A plan is chosen of a product. */
export function CustomerFilters() {
  const { search, filter } = useListAddress<CustomerFilterName>();
  const { status, product, plan, atRisk } = search;
  const products = useProductChoices();
  const plans = usePlans(product);
  return (
    <>
      <FindFilter placeholder="Name, e-mail, tenant or subscription id" width="22rem" />
      <FilterSelect
        label="Risk"
        any="Any risk or none"
        choices={risks}
        value={atRisk}
        onChange={(value) => filter({ atRisk: value })}
        width="12rem"
      />
      <FilterSelect
        label="Status"
        any="Any status"
        choices={subscriptionStatuses}
        value={status}
        onChange={(value) => filter({ status: value })}
      />
      <FilterSelect
        label="Product"
        any="Any product"
        choices={products}
        value={product}
        onChange={(value) => filter({ product: value, plan: undefined })}
      />
      {product !== undefined && (
        <FilterSelect
          label="Plan"
          any="Any plan"
          choices={plans.map(({ slug, name }) => ({ value: slug, label: name }))}
          value={plan}
          onChange={(value) => filter({ plan: value })}
        />
      )}
    </>
  );
}
