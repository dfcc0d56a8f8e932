import { Modal, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { answeredWithTag, api } from '../../../api/client.ts';
import { formErrors, isSaidByFields } from '../../../parts/form-errors.ts';
import { TroubleNotice } from '../../../parts/trouble-notice.tsx';
import { useWorkspace } from '../../../session/workspace.ts';
import { FormButtons } from '../form-buttons.tsx';
import { NameAndSlug } from '../name-and-slug.tsx';
import { type Product, productPath, useCatalogueChanged } from '../queries.ts';

/** A new edition is the highest, until it is put elsewhere. */
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
      answeredWithTag(
        api.POST(`${productPath}/editions`, {
          params: { path: { workspaceId, product: product.slug } },
          body: { name: name.trim(), slug },
        }),
      ),
    onSuccess: (saved) => {
      onClose();
      void changed(saved);
    },
    onError: (error) => form.setErrors(formErrors(error)),
  });
  return (
    <Modal opened onClose={onClose} title={`Add an edition to ${product.name}`}>
      <form onSubmit={form.onSubmit((values) => adding.mutate(values))} noValidate>
        <Stack gap="md">
          <NameAndSlug
            values={form.values}
            errors={form.errors}
            onChange={(values) => form.setValues(values)}
            description="Applications read of the edition by it"
          />
          {adding.isError && !isSaidByFields(adding.error, ['name', 'slug']) && (
            <TroubleNotice error={adding.error} />
          )}
          <FormButtons verb="Add it on top" isBusy={adding.isPending} onCancel={onClose} />
        </Stack>
      </form>
    </Modal>
  );
}
