import { Select } from '@mantine/core';
import type { ReactNode } from 'react';
import { usePlans } from './catalogue-choices.ts';

interface PlanFieldProps {
  readonly product: string | undefined;
  readonly value?: string | undefined;
  readonly error?: ReactNode;
  readonly onChange: (plan: string) => void;
}

export function PlanField({ product, value, error, onChange }: PlanFieldProps) {
  const plans = usePlans(product);
  return (
    <Select
      label="Plan"
      data={plans.map(({ slug, name }) => ({ value: slug, label: name }))}
      value={value ?? null}
      error={error}
      disabled={product === undefined}
      allowDeselect={false}
      onChange={(chosen) => chosen && onChange(chosen)}
    />
  );
}
