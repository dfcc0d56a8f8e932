import { MomentField } from '../form/moment-field.tsx';
import { FilterSelect } from './filter-select.tsx';
import { type ChosenPeriod, isCustom, periodChoices } from './period.ts';

interface PeriodFilterProps {
  readonly value: ChosenPeriod;
  readonly onChange: (chosen: ChosenPeriod) => void;
}

/** A filter of a list by time: the last days, or two dates. */
export function PeriodFilter({ value, onChange }: PeriodFilterProps) {
  return (
    <>
      <FilterSelect
        label="Period"
        any="Any time"
        choices={periodChoices}
        value={isCustom(value) ? 'custom' : value.period}
        onChange={(period) => onChange({ period, from: undefined, until: undefined })}
      />
      {isCustom(value) && (
        <>
          <MomentField
            label="From"
            value={value.from}
            onChange={(from) => onChange({ period: 'custom', from })}
          />
          <MomentField
            label="Until"
            value={value.until}
            onChange={(until) => onChange({ period: 'custom', until })}
          />
        </>
      )}
    </>
  );
}
