import { Select } from '@mantine/core';
import { type UseFormReturnType, useForm } from '@mantine/form';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api, dataOf } from '../../../api/client.ts';
import type { Marketplace } from '../../../api/marketplaces.ts';
import { productNamesQuery } from '../../../api/product-names.ts';
import { FormDialog } from '../../../parts/form/form-dialog.tsx';
import { showDone } from '../../../parts/notify.ts';
import { useWorkspace } from '../../../session/workspace.ts';
import { type Product, productQuery, useCatalogueChanged } from '../../catalogue/queries.ts';
import { atFields, MappingFields, mappingOf } from './fields.tsx';
import { choicesFrom, type MappingValues, planMappingsPath } from './queries.ts';

interface AddMappingProps {
  /** The filters of the list, as the initial values. */
  readonly product?: string | undefined;
  readonly plan?: string | undefined;
  /** The ids of the purchase that waits for the mapping. */
  readonly bought?: Pick<MappingValues, 'sourceName' | 'offerId' | 'planId'>;
  /** At least one: without a connection there is nothing to map to. */
  readonly marketplaces: readonly Marketplace[];
  /** After the mapping is saved; by default the dialog closes. */
  readonly onAdded?: () => void;
  readonly onClose: () => void;
}

export function AddMapping(props: AddMappingProps) {
  const { product, plan: ofPlan, bought, marketplaces, onClose, onAdded = onClose } = props;
  const { workspaceId } = useWorkspace();
  const changed = useCatalogueChanged();
  const products = useQuery(productNamesQuery(workspaceId));
  const form = useForm<MappingValues>({
    initialValues: {
      product: product ?? '',
      plan: ofPlan ?? '',
      sourceName: marketplaces[0]?.sourceName ?? '',
      offerId: '',
      planId: '',
      ...bought,
      dimensions: [],
    },
    validate: {
      product: (slug) => (slug === '' ? 'Choose a product' : null),
      plan: (slug) => (slug === '' ? 'Choose a plan' : null),
      offerId: (id) => (id.trim() === '' ? 'Enter the offer id' : null),
      planId: (id) => (id.trim() === '' ? 'Enter the plan id' : null),
    },
  });
  const chosen = useQuery({
    ...productQuery(workspaceId, form.values.product),
    enabled: form.values.product !== '',
  });
  const plans = chosen.data?.value.plans.filter(({ status }) => status !== 'Archived') ?? [];
  const plan = plans.find(({ slug }) => slug === form.values.plan);
  useSuggestedIds(form, chosen.data?.value, marketplaces);
  const adding = useMutation({
    mutationFn: (values: MappingValues) =>
      dataOf(
        atFields(
          api.POST(planMappingsPath, {
            params: { path: { workspaceId } },
            body: { product: values.product, ...mappingOf(values, plan?.billingModel) },
          }),
        ),
      ),
    onSuccess: ({ offerId, planId, planName }) => {
      onAdded();
      void changed();
      showDone(`${offerId} / ${planId} mapped to ${planName}.`);
    },
  });
  return (
    <FormDialog title="Add mapping" submit="Add" size="lg" form={form} mutation={adding} onClose={onClose}>
      <Select
        label="Product"
        data={choicesFrom(products.data)}
        searchable
        allowDeselect={false}
        data-autofocus
        openOnFocus={false}
        {...form.getInputProps('product')}
        onChange={(slug) => form.setValues({ product: slug ?? '', plan: '' })}
      />
      <Select
        label="Plan"
        data={plans.map(({ slug, name, status }) => ({
          value: slug,
          label: status === 'Draft' ? `${name} (draft)` : name,
        }))}
        disabled={form.values.product === ''}
        allowDeselect={false}
        {...form.getInputProps('plan')}
        value={plan ? plan.slug : null}
      />
      <MappingFields form={form} plan={plan} marketplaces={marketplaces} />
    </FormDialog>
  );
}

/**
 * The emulator sells whatever is mapped, so the slugs serve as ids of a product without mappings. At a real marketplace the
 * offer has its ids already.
 */
function useSuggestedIds(
  form: UseFormReturnType<MappingValues>,
  product: Product | undefined,
  marketplaces: readonly Marketplace[],
): void {
  const { plan, sourceName, offerId, planId } = form.values;
  const isEmulated = marketplaces.some(
    (one) => one.sourceName === sourceName && one.testPurchaseUrl !== null,
  );
  const isUnmapped = product?.plans.every(({ marketplace }) => marketplace.length === 0) === true;
  const isSuggested = isEmulated && isUnmapped && plan !== '' && offerId === '' && planId === '';
  const offer = product?.slug ?? '';
  const { setValues, isTouched } = form;
  useEffect(() => {
    if (isSuggested && !isTouched('offerId') && !isTouched('planId'))
      setValues({ offerId: offer, planId: plan });
  }, [isSuggested, offer, plan, setValues, isTouched]);
}
