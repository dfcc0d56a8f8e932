import { Select, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { PlanSettings } from '../changes.ts';
import { billingLabels, choicesOf, licenceLabels, type Plan, type Product } from '../queries.ts';

export interface PlanValues {
  name: string;
  slug: string;
  edition: string;
  licenceModel: Plan['licenceModel'];
  billingModel: Plan['billingModel'];
  serviceIdentifier: string;
}

interface PlanFieldsProps {
  readonly form: UseFormReturnType<PlanValues>;
  readonly product: Product;
}

/** What a new plan and one that is changed are asked for alike. */
export function PlanFields({ form, product: { editions } }: PlanFieldsProps) {
  return (
    <>
      <Select
        label="Edition"
        data={editions.map(({ slug, name }) => ({ value: slug, label: name }))}
        allowDeselect={false}
        {...form.getInputProps('edition')}
      />
      <Select
        label="Licences"
        description="Who may use it: everybody of the tenant, whoever has a seat, or whoever the identity provider licenses"
        data={choicesOf(licenceLabels)}
        allowDeselect={false}
        {...form.getInputProps('licenceModel')}
      />
      {form.values.licenceModel === 'IdpManaged' && (
        <TextInput
          label="Service identifier"
          description="What the identity provider calls the plan; empty as long as nobody has mapped it"
          autoComplete="off"
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

/** As the API takes them. */
export function planSettingsOf(values: PlanValues): PlanSettings {
  const { name, edition, licenceModel, billingModel, serviceIdentifier } = values;
  const identifier = licenceModel === 'IdpManaged' ? serviceIdentifier.trim() : '';
  return { name: name.trim(), edition, licenceModel, billingModel, serviceIdentifier: identifier || null };
}
