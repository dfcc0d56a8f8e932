import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { isApiError } from '../../../api/api-error.ts';
import type { Tagged } from '../../../api/client.ts';
import { FormDialog } from '../../../parts/form/form-dialog.tsx';
import { showDone } from '../../../parts/notify.ts';
import { useWorkspace } from '../../../session/workspace.ts';
import { type ProductSettings, productChanges } from '../changes.ts';
import { PreviewChange } from '../impact/preview-change.tsx';
import { type Product, useCatalogueChanged } from '../queries.ts';
import { BrandFields, ProductFields, type ProductValues, settingsOf } from './fields.tsx';

interface EditProductProps {
  readonly product: Tagged<Product>;
  readonly onClose: () => void;
}

/** A new name changes every entitlement of the product, so it is previewed; other changes are saved at once. */
export function EditProduct({ product, onClose }: EditProductProps) {
  const { workspaceId } = useWorkspace();
  const changed = useCatalogueChanged();
  const { name, slug, status, types, categories } = product.value;
  const { applicationUrl, supportContact, accentColour } = product.value;
  const [wanted, setWanted] = useState<ProductSettings>();
  const { changeProduct } = productChanges(workspaceId, product.value);
  const form = useForm<ProductValues>({
    initialValues: {
      name,
      slug,
      types,
      categories: categories.map((category) => category.slug),
      applicationUrl: applicationUrl ?? '',
      supportContact: supportContact ?? '',
      accentColour: accentColour ?? '',
    },
  });
  const saving = useMutation({
    mutationFn: (values: ProductValues) => changeProduct(settingsOf(values)).save(product.tag),
    onSuccess: (saved) => {
      onClose();
      void changed(saved);
      showDone(`${saved.value.name} saved.`);
    },
    onError: (error) => {
      if (isApiError(error, 'request.precondition_failed')) void changed();
    },
  });
  const submit: typeof saving.mutate = (values, options) => {
    const settings = settingsOf(values);
    if (settings.name !== name && status !== 'Draft') setWanted(settings);
    else saving.mutate(values, options);
  };
  if (wanted) return <PreviewChange product={product} change={changeProduct(wanted)} onClose={onClose} />;
  return (
    <FormDialog
      title={`Edit ${name}`}
      submit="Save"
      form={form}
      mutation={{ ...saving, mutate: submit }}
      onClose={onClose}
    >
      <TextInput label="Name" data-autofocus {...form.getInputProps('name')} />
      <ProductFields form={form} />
      <BrandFields form={form} />
    </FormDialog>
  );
}
