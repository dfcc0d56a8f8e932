import { useQuery } from '@tanstack/react-query';
import { productDetailsQuery, productNamesQuery } from '../../api/product-names.ts';
import { useWorkspace } from '../../session/workspace.ts';
import { FilterSelect, withChosen } from './filter-select.tsx';
import { type BoundFilter, useListAddress } from './list-address.ts';

/** A filter of a list by product. */
export function ProductFilter(props: BoundFilter) {
  const { workspaceId } = useWorkspace();
  const products = useQuery(productNamesQuery(workspaceId)).data;
  return (
    <FilterSelect label="Product" any="Any product" choices={choicesOf(products, props.value)} {...props} />
  );
}

/** The filters `product` and `plan` of a list. A plan is chosen of a product. */
export function PlanFilters() {
  const { workspaceId } = useWorkspace();
  const { search, bind } = useListAddress<'product' | 'plan'>();
  const { product = '' } = search;
  const plans = useQuery({ ...productDetailsQuery(workspaceId, product), enabled: product !== '' }).data
    ?.plans;
  return (
    <>
      <ProductFilter {...bind('product', 'plan')} />
      {product !== '' && (
        <FilterSelect
          label="Plan"
          any="Any plan"
          width="14rem"
          choices={choicesOf(plans, search.plan)}
          {...bind('plan')}
        />
      )}
    </>
  );
}

function choicesOf(
  named: readonly { readonly slug: string; readonly name: string }[] = [],
  chosen: string | undefined,
) {
  return withChosen(
    named.map(({ slug, name }) => ({ value: slug, label: name })),
    chosen,
  );
}
