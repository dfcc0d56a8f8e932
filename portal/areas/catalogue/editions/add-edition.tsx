import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { api, dataWithTag } from '../../../api/client.ts';
import { FormDialog } from '../../../parts/form/form-dialog.tsx';
import { useWorkspace } from '../../../session/workspace.ts';
import { NameAndSlug } from '../name-and-slug.tsx';
import { type Product, productPath, useCatalogueChanged } from '../queries.ts';

/** A new edition is the highest until it is moved. */
export function AddEdition({
  product,
  onClose,
}: {
  readonly product: Product;
  readonly onClose: () => void;
}) {
  const { workspaceId } = useWorkspace();
  const changed = useCatalogueChanged();
  const form = useForm({ initialValues: { name: '', slug: '' } });
  const adding = useMutation({
    mutationFn: ({ name, slug }: typeof form.values) =>
      dataWithTag(
        api.POST(`${productPath}/editions`, {
          params: { path: { workspaceId, product: product.slug } },
          body: { name: name.trim(), slug },
        }),
      ),
    onSuccess: (saved) => {
      onClose();
      void changed(saved);
    },
  });
  return (
    <FormDialog
      title={`Add edition to ${product.name}`}
      submit="Add"
      form={form}
      mutation={adding}
      onClose={onClose}
    >
      <NameAndSlug
        values={form.values}
        errors={form.errors}
        onChange={(values) => form.setValues(values)}
        description="Applications identify the edition by it"
      />
    </FormDialog>
  );
}
