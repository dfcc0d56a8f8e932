import { FilterSelect } from './filter-select.tsx';
import { useListAddress } from './list-address.ts';
import { MomentFilter } from './moment-filter.tsx';
import { type ChosenPeriod, isCustom, periodChoices } from './period.ts';

/** The filters `period`, `from` and `until` of a list: the last days, or two dates. */
export function PeriodFilter() {
  const { search, filter } = useListAddress<keyof ChosenPeriod>();
  const isOwn = isCustom(search);
  return (
    <>
      <FilterSelect
        label="Period"
        any="Any time"
        choices={periodChoices}
        neutral="custom"
        value={isOwn ? 'custom' : search.period}
        onChange={(period) => filter({ period, from: undefined, until: undefined })}
      />
      {isOwn && (
        <>
          <MomentFilter
            label="From"
            value={search.from}
            onChange={(from) => filter({ period: 'custom', from })}
          />
          <MomentFilter
            label="Until"
            value={search.until}
            onChange={(until) => filter({ period: 'custom', until })}
          />
        </>
      )}
    </>
  );
}
