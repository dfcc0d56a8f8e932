import { Checkbox } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { api, dataWithTag } from '../../../api/client.ts';
import { FormDialog } from '../../../parts/form/form-dialog.tsx';
import { useWorkspace } from '../../../session/workspace.ts';
import { NameAndSlug } from '../name-and-slug.tsx';
import { type Product, productPath, useCatalogueChanged } from '../queries.ts';
import { PlanFields, type PlanValues, planSettingsOf } from './fields.tsx';

/**
 * A plan starts as a draft unless it is published at once, as the first plan of a product is by default: nobody has bought it.
 * Its capabilities and limits are edited in the matrix.
 */
export function AddPlan({ product, onClose }: { readonly product: Product; readonly onClose: () => void }) {
  const { workspaceId } = useWorkspace();
  const changed = useCatalogueChanged();
  const isFirst = product.plans.length === 0;
  const form = useForm<PlanValues & { publish: boolean }>({
    initialValues: {
      name: '',
      slug: '',
      edition: product.editions[0]?.slug ?? '',
      licenceModel: 'TenantWide',
      billingModel: 'FlatRate',
      serviceIdentifier: '',
      publish: isFirst,
    },
  });
  const adding = useMutation({
    mutationFn: ({ publish, ...values }: typeof form.values) =>
      dataWithTag(
        api.POST(`${productPath}/plans`, {
          params: { path: { workspaceId, product: product.slug } },
          body: { slug: values.slug, publish, ...newPlanSettings(values) },
        }),
      ),
    onSuccess: (saved) => {
      onClose();
      void changed(saved);
    },
  });
  return (
    <FormDialog
      title={`Add plan to ${product.name}`}
      submit={form.values.publish ? 'Add and publish' : 'Add as draft'}
      form={form}
      mutation={adding}
      onClose={onClose}
    >
      <NameAndSlug
        values={form.values}
        errors={form.errors}
        onChange={(values) => form.setValues(values)}
        description="Applications identify the plan by it"
      />
      <PlanFields form={form} product={product} />
      <Checkbox
        label={product.status === 'Draft' ? 'Publish the plan and the product' : 'Publish the plan'}
        description="Applications read it and customers can buy it. Its capabilities and limits can still change."
        {...form.getInputProps('publish', { type: 'checkbox' })}
      />
    </FormDialog>
  );
}

/** Without an edition the product gets its first one. */
function newPlanSettings(values: PlanValues) {
  const { edition, ...settings } = planSettingsOf(values);
  return { ...settings, ...(edition !== '' && { edition }) };
}
