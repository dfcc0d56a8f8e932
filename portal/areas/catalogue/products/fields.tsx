import { Checkbox, Group, MultiSelect, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { typeLabels } from '../../../parts/catalogue-words.ts';
import { useWorkspace } from '../../../session/workspace.ts';
import { categoriesQuery, choicesOf, type Product } from '../queries.ts';

export interface ProductValues {
  name: string;
  slug: string;
  types: Product['types'];
  categories: string[];
  applicationUrl: string;
  supportContact: string;
  accentColour: string;
}

interface ProductFieldsProps<Values> {
  readonly form: UseFormReturnType<Values>;
}

/** The fields shared by a new and an edited product. */
export function ProductFields<Values extends ProductValues>(props: ProductFieldsProps<Values>) {
  // The form may have more fields than these.
  const form = props.form as unknown as UseFormReturnType<ProductValues>;
  const { workspaceId } = useWorkspace();
  const categories = useQuery(categoriesQuery(workspaceId));
  const choices = (categories.data?.value.items ?? []).map(({ slug, name }) => ({
    value: slug,
    label: name,
  }));
  return (
    <>
      <Checkbox.Group label="Types" description="What customers get" {...form.getInputProps('types')}>
        <Group gap="0.5rem 1.25rem" mt={6}>
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
        {...form.getInputProps('applicationUrl')}
      />
    </>
  );
}

/** How the pages of customers look. */
export function BrandFields({ form }: ProductFieldsProps<ProductValues>) {
  return (
    <>
      <TextInput
        label="Support contact"
        description="Optional: an e-mail address or https URL, shown to customers on the landing page and their own page"
        {...form.getInputProps('supportContact')}
      />
      <TextInput
        label="Accent colour"
        description="Optional: links and buttons of these pages, such as #1a5fb4; shades keep text readable"
        placeholder="#"
        {...form.getInputProps('accentColour')}
      />
    </>
  );
}

/** The request body. */
export function settingsOf({ name, types, categories, ...brand }: ProductValues) {
  return {
    name: name.trim(),
    types,
    categories,
    applicationUrl: brand.applicationUrl.trim() || null,
    supportContact: brand.supportContact.trim() || null,
    accentColour: brand.accentColour.trim() || null,
  };
}
