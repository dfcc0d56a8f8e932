import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { api, dataWithTag } from '../../../api/client.ts';
import { FormDialog } from '../../../parts/form-dialog.tsx';
import { useWorkspace } from '../../../session/workspace.ts';
import { NameAndSlug } from '../name-and-slug.tsx';
import { type Product, productPath, useCatalogueChanged } from '../queries.ts';
import { PlanFields, type PlanValues, planSettingsOf } from './fields.tsx';

/** A plan starts as a draft; its capabilities and limits are edited in the matrix. */
export function AddPlan({ product, onClose }: { readonly product: Product; readonly onClose: () => void }) {
  const { workspaceId } = useWorkspace();
  const changed = useCatalogueChanged();
  const form = useForm<PlanValues>({
    initialValues: {
      name: '',
      slug: '',
      edition: product.editions[0]?.slug ?? '',
      licenceModel: 'TenantWide',
      billingModel: 'FlatRate',
      serviceIdentifier: '',
    },
  });
  const adding = useMutation({
    mutationFn: (values: PlanValues) =>
      dataWithTag(
        api.POST(`${productPath}/plans`, {
          params: { path: { workspaceId, product: product.slug } },
          body: { slug: values.slug, ...planSettingsOf(values) },
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
      submit="Add as draft"
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
    </FormDialog>
  );
}
