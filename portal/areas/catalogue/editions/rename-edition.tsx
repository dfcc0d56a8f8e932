import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import type { Tagged } from '../../../api/client.ts';
import { FormDialog, nextStep } from '../../../parts/form/form-dialog.tsx';
import { useWorkspace } from '../../../session/workspace.ts';
import { productChanges } from '../changes.ts';
import { PreviewChange } from '../impact/preview-change.tsx';
import type { Edition, Product } from '../queries.ts';

interface RenameEditionProps {
  readonly product: Tagged<Product>;
  readonly edition: Edition;
  readonly onClose: () => void;
}

export function RenameEdition({ product, edition, onClose }: RenameEditionProps) {
  const { workspaceId } = useWorkspace();
  const [newName, setNewName] = useState<string>();
  const form = useForm({
    initialValues: { name: edition.name },
    validate: { name: (name) => (name.trim() === '' ? 'An edition needs a name' : null) },
  });
  if (newName !== undefined) {
    const { renameEdition } = productChanges(workspaceId, product.value);
    return (
      <PreviewChange product={product} change={renameEdition(edition, { name: newName })} onClose={onClose} />
    );
  }
  return (
    <FormDialog
      title={`Rename ${edition.name}`}
      submit="Preview changes"
      form={form}
      mutation={nextStep(({ name }: typeof form.values) => setNewName(name.trim()))}
      onClose={onClose}
    >
      <TextInput label="Name" data-autofocus {...form.getInputProps('name')} />
    </FormDialog>
  );
}
