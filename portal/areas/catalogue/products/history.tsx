import { useState } from 'react';
import { FilterSelect } from '../../../parts/list/filter-select.tsx';
import { HistorySection } from '../../workspaces/audit-log/history-section.tsx';
import type { Product } from '../queries.ts';

/** Who changed the product or one of its plans. */
export function ProductHistory({ product: { slug, plans } }: { readonly product: Product }) {
  const [plan, setPlan] = useState<string>();
  return (
    <HistorySection
      of={{ product: slug, ...(plan !== undefined && { plan }) }}
      lead="Who changed the product, its editions, plans and mappings."
      actions={
        <FilterSelect
          label="Plan"
          any="Any plan"
          width="16rem"
          choices={plans.map(({ slug: value, name }) => ({ value, label: name }))}
          value={plan}
          onChange={setPlan}
        />
      }
    />
  );
}
