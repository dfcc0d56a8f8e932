import { Modal, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Tagged } from '../../../api/client.ts';
import { isTrouble } from '../../../api/trouble.ts';
import { formErrors, isSaidByFields } from '../../../parts/form-errors.ts';
import { showDone } from '../../../parts/show-trouble.ts';
import { TroubleNotice } from '../../../parts/trouble-notice.tsx';
import { useWorkspace } from '../../../session/workspace.ts';
import { type ProductSettings, productChanges } from '../changes.ts';
import { FormButtons } from '../form-buttons.tsx';
import { PreviewChange } from '../impact/preview-change.tsx';
import { type Product, useCatalogueChanged } from '../queries.ts';
import { ProductFields, type ProductValues, productFields, settingsOf } from './fields.tsx';

interface EditProductProps {
  readonly product: Tagged<Product>;
  readonly onClose: () => void;
}

/** Another name is another answer for everybody who has bought it, so that is previewed; the rest is saved at once. */
export function EditProduct({ product, onClose }: EditProductProps) {
  const { workspaceId } = useWorkspace();
  const changed = useCatalogueChanged();
  const { name, slug, status, types, categories, applicationUrl } = product.value;
  const [asked, setAsked] = useState<ProductSettings>();
  const { changeProduct } = productChanges(workspaceId, product.value);
  const form = useForm<ProductValues>({
    initialValues: {
      name,
      slug,
      types,
      categories: categories.map((category) => category.slug),
      applicationUrl: applicationUrl ?? '',
    },
  });
  const saving = useMutation({
    mutationFn: (settings: ProductSettings) => changeProduct(settings).save(product.tag),
    onSuccess: (saved) => {
      onClose();
      void changed(saved);
      showDone(`${saved.value.name} is changed.`);
    },
    onError: (error) => {
      form.setErrors(formErrors(error));
      if (isTrouble(error, 'request.precondition_failed')) void changed();
    },
  });
  const submit = (values: ProductValues) => {
    const settings = settingsOf(values);
    if (settings.name !== name && status !== 'Draft') setAsked(settings);
    else saving.mutate(settings);
  };
  if (asked) return <PreviewChange product={product} change={changeProduct(asked)} onClose={onClose} />;
  return (
    <Modal opened onClose={onClose} title={`Edit ${name}`}>
      <form onSubmit={form.onSubmit(submit)} noValidate>
        <Stack gap="md">
          <TextInput label="Name" autoComplete="off" data-autofocus {...form.getInputProps('name')} />
          <ProductFields form={form} />
          {saving.isError && !isSaidByFields(saving.error, productFields) && (
            <TroubleNotice error={saving.error} />
          )}
          <FormButtons verb="Save" isBusy={saving.isPending} onCancel={onClose} />
        </Stack>
      </form>
    </Modal>
  );
}
