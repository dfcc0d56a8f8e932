import { Radio, Stack, TagsInput } from '@mantine/core';
import { useState } from 'react';

interface ProductsFieldProps {
  /** Slugs; null is all. */
  readonly value: readonly string[] | null;
  readonly onChange: (products: readonly string[] | null) => void;
  readonly error?: string | undefined;
}

/** All products, also those to come, or some of them. */
export function ProductsField({ value, onChange, error }: ProductsFieldProps) {
  const [chosen, setChosen] = useState<readonly string[]>(value ?? []);
  const choose = (products: readonly string[]) => {
    setChosen(products);
    onChange(products);
  };
  return (
    <Stack gap="xs">
      <Radio.Group
        label="Products"
        value={value === null ? 'all' : 'some'}
        onChange={(which) => onChange(which === 'all' ? null : chosen)}
      >
        <Stack gap={8} mt={6}>
          <Radio value="all" label="All, also those to come" />
          <Radio value="some" label="Only some" />
        </Stack>
      </Radio.Group>
      {value !== null && (
        <TagsInput
          aria-label="Only these products"
          placeholder="Slug of a product"
          value={[...value]}
          onChange={choose}
          error={error}
          acceptValueOnBlur
        />
      )}
    </Stack>
  );
}
