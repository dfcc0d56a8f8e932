import { Checkbox, Stack, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { NumberField } from '../../parts/form/number-field.tsx';
import { ProductsField } from '../../parts/form/products-field.tsx';
import { formatNumber } from '../../parts/format/format-number.ts';
import { type ApiClientSettings, type Scope, scopeLabels } from './queries.ts';

export interface ApiClientForm {
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly products: readonly string[] | null;
  /** Empty: the default of the partner plan. */
  readonly rateLimitPerMinute: number | '';
}

export const formOf = ({ name, scopes, products, rateLimitPerMinute }: ApiClientSettings): ApiClientForm => ({
  name,
  scopes,
  products,
  rateLimitPerMinute: rateLimitPerMinute ?? '',
});

export const settingsOf = (form: ApiClientForm): ApiClientSettings => ({
  name: form.name.trim(),
  scopes: [...form.scopes],
  products: form.products && [...form.products],
  rateLimitPerMinute: form.rateLimitPerMinute === '' ? null : form.rateLimitPerMinute,
});

interface ApiClientFieldsProps {
  readonly form: UseFormReturnType<ApiClientForm>;
  /** Unknown before the first client. */
  readonly quota: number | undefined;
}

/** The fields of a client, to register and edit it. */
export function ApiClientFields({ form, quota }: ApiClientFieldsProps) {
  const maximum = quota === undefined ? 'the quota of your plan' : formatNumber(quota);
  return (
    <>
      <TextInput
        label="Name"
        description="The application’s name for your colleagues"
        maxLength={200}
        data-autofocus
        {...form.getInputProps('name')}
      />
      <Checkbox.Group label="Scopes" description="What the client may do" {...form.getInputProps('scopes')}>
        <Stack gap={8} mt="xs">
          {Object.entries(scopeLabels).map(([scope, label]) => (
            <Checkbox key={scope} value={scope} label={scope} description={label} />
          ))}
        </Stack>
      </Checkbox.Group>
      <ProductsField
        value={form.values.products}
        onChange={(products) => form.setFieldValue('products', products)}
        error={form.errors.products as string | undefined}
      />
      <NumberField
        label="Requests a minute"
        description={`From 60 to ${maximum}. Empty: the default of your plan.`}
        min={60}
        max={quota}
        decimals={0}
        thousandSeparator=" "
        {...form.getInputProps('rateLimitPerMinute')}
      />
    </>
  );
}
