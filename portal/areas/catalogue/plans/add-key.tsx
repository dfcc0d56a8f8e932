import { Checkbox, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { api, dataWithTag } from '../../../api/client.ts';
import { FormDialog } from '../../../parts/form/form-dialog.tsx';
import { useWorkspace } from '../../../session/workspace.ts';
import type { LabelKind } from '../labels/label-texts.ts';
import { NameAndId } from '../name-and-id.tsx';
import { type Product, productPath, useCatalogueChanged } from '../queries.ts';
import { keyError } from './key-error.ts';

interface AddKeyProps {
  readonly product: Product;
  readonly kind: LabelKind;
  /** The keys of the matrix, which may not be saved yet. */
  readonly used: readonly string[];
  readonly onAdded: (key: string) => void;
  readonly onClose: () => void;
}

const words = {
  capabilities: { one: 'capability', example: 'Export to PDF' },
  limits: { one: 'limit', example: 'Rooms' },
} as const;

/** A new row of the matrix: the name for people, and the key for applications, which the name suggests. */
export function AddKey({ product, kind, used, onAdded, onClose }: AddKeyProps) {
  const { workspaceId } = useWorkspace();
  const changed = useCatalogueChanged();
  const { slug, labels } = product;
  const { one, example } = words[kind];
  const form = useForm({
    initialValues: { name: '', key: '', unit: '', isVisible: true },
    validate: {
      name: (name) => (name.trim() === '' ? `Enter the name of the ${one}` : null),
      key: (key) => keyError(key, used, one),
    },
  });
  const adding = useMutation({
    mutationFn: ({ name, key, unit, isVisible }: typeof form.values) => {
      const label = { ...labels[kind][key], name: name.trim(), isHidden: !isVisible };
      const body =
        kind === 'limits'
          ? { labels: { limits: { [key]: { ...label, unit: unit.trim() || null } } } }
          : { labels: { capabilities: { [key]: label } } };
      // Two people who add rows at once do not harm each other.
      const header = { 'if-match': '*' };
      return dataWithTag(
        api.PATCH(productPath, { params: { path: { workspaceId, product: slug }, header }, body }),
      );
    },
    onSuccess: (saved, { key }) => {
      onAdded(key);
      onClose();
      void changed(saved);
    },
  });
  return (
    <FormDialog title={`Add ${one}`} submit="Add" form={form} mutation={adding} onClose={onClose}>
      <NameAndId
        name={form.values.name}
        id={form.values.key}
        onChange={(name, key) => form.setValues({ name, key })}
        nameField={{
          description: 'For people: in the portal and on the customer’s page',
          placeholder: example,
          maxLength: 100,
          'data-autofocus': true,
          error: form.errors.name,
        }}
        idField={{
          label: 'Key',
          description: 'For applications: they read the value under this key. It cannot change later.',
          maxLength: 100,
          error: form.errors.key,
        }}
      />
      {kind === 'limits' && (
        <TextInput
          label="Unit"
          description="Optional. Shown after the number: GB, rooms, calls a month."
          maxLength={50}
          {...form.getInputProps('unit')}
        />
      )}
      <Checkbox label="Visible to customers" {...form.getInputProps('isVisible', { type: 'checkbox' })} />
      <Text size="sm" c="dimmed">
        It becomes a row of the table. No customer has it before you set it in a plan and save the plans.
      </Text>
    </FormDialog>
  );
}
