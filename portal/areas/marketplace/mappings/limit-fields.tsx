import { Select, TagsInput } from '@mantine/core';
import { NumberField } from '../../../parts/form/number-field.tsx';
import { actionTexts } from '../../../parts/format/usage-limit-text.ts';
import { explained } from './explained.ts';
import type { Dimension } from './queries.ts';

type Limit = NonNullable<Dimension['limit']>;

export const defaultAlertPercents = [50, 80, 100];

/** The API has no period for nothing. */
const unlimited = 'Nothing';
const limitations = [
  { value: unlimited, label: 'No: any quantity may be used' },
  { value: 'Day', label: 'Yes, a quantity per day' },
  { value: 'Month', label: 'Yes, a quantity per month' },
  { value: 'Year', label: 'Yes, a quantity per year' },
  { value: 'Term', label: 'Yes, a quantity per term' },
];
const actions = Object.entries(actionTexts).map(([value, label]) => ({ value, label }));

interface LimitFieldsProps {
  readonly dimension: Dimension;
  readonly set: (changes: Partial<Dimension>) => void;
  readonly errorAt: (member: string) => React.ReactNode;
}

/** The usage limit of a dimension that is added up, and its alerts. */
export function LimitFields({ dimension, set, errorAt }: LimitFieldsProps) {
  const { limit, alertPercents = defaultAlertPercents } = dimension;
  const change = (changes: Partial<Limit>) =>
    set({ limit: { quantity: '' as never, per: 'Month', action: 'Deny', ...limit, ...changes } });
  return (
    <>
      <Select
        size="xs"
        label="Is usage limited?"
        description={limit ? 'A customer may have another limit, and set a lower ceiling of their own.' : ''}
        {...explained}
        data={limitations}
        allowDeselect={false}
        value={limit?.per ?? unlimited}
        error={errorAt('limit')}
        onChange={(per) => (per === unlimited ? set({ limit: null }) : change({ per: per as Limit['per'] }))}
      />
      {limit && (
        <>
          <NumberField
            size="xs"
            label="Usage limit"
            min={0}
            max={1_000_000_000}
            decimals={6}
            hideControls
            thousandSeparator=" "
            value={limit.quantity}
            error={errorAt('limit.quantity')}
            onChange={(quantity) => change({ quantity: quantity as number })}
          />
          <Select
            size="xs"
            label="When it is reached"
            data={actions}
            allowDeselect={false}
            value={limit.action}
            onChange={(action) => change({ action: action as Limit['action'] })}
          />
        </>
      )}
      <TagsInput
        size="xs"
        label="Alerts at per cent"
        description="Of the included quantity or the usage limit; webhooks and mails announce them."
        {...explained}
        inputMode="numeric"
        value={alertPercents.map(String)}
        error={errorAt('alertPercents')}
        onChange={(percents) =>
          set({
            alertPercents: percents
              .map(Number)
              .filter((percent) => Number.isInteger(percent) && percent > 0)
              .sort((one, other) => one - other),
          })
        }
      />
    </>
  );
}
