import { Checkbox, Group, MultiSelect, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useWorkspace } from '../../../session/workspace.ts';
import { categoriesQuery, choicesOf, type Product, typeLabels } from '../queries.ts';

export interface ProductValues {
  name: string;
  slug: string;
  types: Product['types'];
  categories: string[];
  applicationUrl: string;
}

/** The fields shared by a new and an edited product. */
export function ProductFields({ form }: { readonly form: UseFormReturnType<ProductValues> }) {
  const { workspaceId } = useWorkspace();
  const categories = useQuery(categoriesQuery(workspaceId));
  const choices = (categories.data?.value.items ?? []).map(({ slug, name }) => ({
    value: slug,
    label: name,
  }));
  return (
    <>
      <Checkbox.Group label="Types" description="What customers get" {...form.getInputProps('types')}>
        <Group gap="xs" mt={6}>
          {choicesOf(typeLabels).map(({ value, label }) => (
            <Checkbox key={value} value={value} label={label} />
          ))}
        </Group>
      </Checkbox.Group>
      <MultiSelect
        label="Categories"
        placeholder={form.values.categories.length === 0 ? 'None' : ''}
        data={choices}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': 'No categories' }}
        nothingFoundMessage="No results"
        {...form.getInputProps('categories')}
      />
      <TextInput
        label="Application"
        description="Optional: where customers go after the purchase"
        placeholder="https://"
        type="url"
        autoComplete="off"
        {...form.getInputProps('applicationUrl')}
      />
    </>
  );
}

/** The request body. */
export function settingsOf({ name, types, categories, applicationUrl }: ProductValues) {
  return { name: name.trim(), types, categories, applicationUrl: applicationUrl.trim() || null };
}
