import { MultiSelect, Radio, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { productNamesQuery } from '../../api/product-names.ts';
import { useWorkspace } from '../../session/workspace.ts';

interface ProductsFieldProps {
  /** Slugs; null: all. */
  readonly value: readonly string[] | null;
  readonly onChange: (products: readonly string[] | null) => void;
  readonly error?: string | undefined;
}

/** All products, including future ones, or a selection. */
export function ProductsField({ value, onChange, error }: ProductsFieldProps) {
  const { workspaceId } = useWorkspace();
  const { data = [] } = useQuery(productNamesQuery(workspaceId));
  const [chosen, setChosen] = useState<readonly string[]>(value ?? []);
  const choose = (products: readonly string[]) => {
    setChosen(products);
    onChange(products);
  };
  const options = data.map(({ slug, name }) => ({ value: slug, label: `${name} (${slug})` }));
  // Chosen slugs stay visible even where the list lacks them.
  const others = chosen.filter((slug) => !data.some((product) => product.slug === slug));
  return (
    <Stack gap="xs">
      <Radio.Group
        label="Products"
        value={value === null ? 'all' : 'some'}
        onChange={(which) => onChange(which === 'all' ? null : chosen)}
      >
        <Stack gap={8} mt={6}>
          <Radio value="all" label="All, including future ones" />
          <Radio value="some" label="Selected" />
        </Stack>
      </Radio.Group>
      {value !== null && (
        <MultiSelect
          aria-label="Only these products"
          placeholder={value.length === 0 ? 'Choose products' : ''}
          data={[...options, ...others.map((slug) => ({ value: slug, label: slug }))]}
          value={[...value]}
          onChange={choose}
          error={error}
          searchable
          hidePickedOptions
        />
      )}
    </Stack>
  );
}
