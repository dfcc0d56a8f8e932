import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { api, dataWithTag } from '../../../api/client.ts';
import { FormDialog } from '../../../parts/form/form-dialog.tsx';
import { useWorkspace } from '../../../session/workspace.ts';
import { NameAndSlug } from '../name-and-slug.tsx';
import { useCatalogueChanged } from '../queries.ts';
import { ProductFields, type ProductValues, settingsOf } from './fields.tsx';

/** A product starts as a draft, invisible to applications. */
export function NewProduct({ onClose }: { readonly onClose: () => void }) {
  const { workspaceId, slug: workspace } = useWorkspace();
  const navigate = useNavigate();
  const changed = useCatalogueChanged();
  const form = useForm<ProductValues>({
    initialValues: {
      name: '',
      slug: '',
      types: ['WebApp'],
      categories: [],
      applicationUrl: '',
      supportContact: '',
      accentColour: '',
    },
  });
  const making = useMutation({
    mutationFn: (values: ProductValues) =>
      dataWithTag(
        api.POST('/api/admin/v1/workspaces/{workspaceId}/products', {
          params: { path: { workspaceId } },
          body: { slug: values.slug, ...settingsOf(values) },
        }),
      ),
    onSuccess: (made) => {
      void changed(made);
      void navigate({
        to: '/$workspace/products/$product',
        params: { workspace, product: made.value.slug },
      });
    },
  });
  return (
    <FormDialog title="New product" submit="Create draft" form={form} mutation={making} onClose={onClose}>
      <NameAndSlug
        values={form.values}
        errors={form.errors}
        onChange={(values) => form.setValues(values)}
        description="Applications identify the product by it"
      />
      <ProductFields form={form} />
    </FormDialog>
  );
}
