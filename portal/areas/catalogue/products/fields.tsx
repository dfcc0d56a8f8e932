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

/** What a new product and one that is changed are asked for alike. */
export function ProductFields({ form }: { readonly form: UseFormReturnType<ProductValues> }) {
  const { workspaceId } = useWorkspace();
  const categories = useQuery(categoriesQuery(workspaceId));
  const choices = (categories.data?.value.items ?? []).map(({ slug, name }) => ({
    value: slug,
    label: name,
  }));
  return (
    <>
      <Checkbox.Group
        label="Types"
        description="What it is, to those who buy it"
        {...form.getInputProps('types')}
      >
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
        nothingFoundMessage="No such category"
        {...form.getInputProps('categories')}
      />
      <TextInput
        label="Application"
        description="Optional: where customers go once they have bought it"
        placeholder="https://"
        type="url"
        autoComplete="off"
        {...form.getInputProps('applicationUrl')}
      />
    </>
  );
}

/** As the API takes them. */
export function settingsOf({ name, types, categories, applicationUrl }: ProductValues) {
  return { name: name.trim(), types, categories, applicationUrl: applicationUrl.trim() || null };
}
