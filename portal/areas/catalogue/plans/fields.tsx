import { Select, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { billingLabels, licenceLabels } from '../../../parts/catalogue-words.ts';
import type { PlanSettings } from '../changes.ts';
import { choicesOf, type Plan, type Product } from '../queries.ts';

export interface PlanValues {
  name: string;
  slug: string;
  edition: string;
  licenceModel: Plan['licenceModel'];
  billingModel: Plan['billingModel'];
  serviceIdentifier: string;
}

interface PlanFieldsProps<Values> {
  readonly form: UseFormReturnType<Values>;
  readonly product: Product;
}

/** The fields shared by a new and an edited plan. */
export function PlanFields<Values extends PlanValues>(props: PlanFieldsProps<Values>) {
  const { editions } = props.product;
  // The form may have more fields than these.
  const form = props.form as unknown as UseFormReturnType<PlanValues>;
  return (
    <>
      {editions.length > 0 && (
        <Select
          label="Edition"
          data={editions.map(({ slug, name }) => ({ value: slug, label: name }))}
          allowDeselect={false}
          {...form.getInputProps('edition')}
        />
      )}
      <Select
        label="Licences"
        description="Who may use it: the whole tenant, users with a seat, or users licensed by the identity provider"
        data={choicesOf(licenceLabels)}
        allowDeselect={false}
        {...form.getInputProps('licenceModel')}
      />
      {form.values.licenceModel === 'IdpManaged' && (
        <TextInput
          label="Service identifier"
          description="The identity provider’s name of the plan; empty: not mapped"
          {...form.getInputProps('serviceIdentifier')}
        />
      )}
      <Select
        label="Billing"
        description="Only flat-rate plans can be metered"
        data={choicesOf(billingLabels)}
        allowDeselect={false}
        {...form.getInputProps('billingModel')}
      />
    </>
  );
}

/** The request body. */
export function planSettingsOf(values: PlanValues): PlanSettings {
  const { name, edition, licenceModel, billingModel, serviceIdentifier } = values;
  const identifier = licenceModel === 'IdpManaged' ? serviceIdentifier.trim() : '';
  return { name: name.trim(), edition, licenceModel, billingModel, serviceIdentifier: identifier || null };
}
