import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { formatNumber } from '../format/format-number.ts';
import { formatDay } from '../format/time.ts';
import { type Column, RowTable } from '../list/row-table.tsx';
import styles from './charts.module.css';
import type { UsageSeries } from './queries.ts';
import { isCompared, titleOf } from './series-text.ts';

type Day = UsageSeries['days'][number];

const runningTotal: Column<Day> = {
  name: 'Running total of the period',
  align: 'end',
  cell: ({ periodTotal }) => (periodTotal === null ? '–' : formatNumber(periodTotal)),
};

/** The numbers of the charts, newest day first. */
export function DayTable({ series }: { readonly series: UsageSeries }) {
  const [isShown, { toggle }] = useDisclosure();
  const title = titleOf(series);
  const columns: readonly Column<Day>[] = [
    { name: 'Day, UTC', cell: ({ day }) => formatDay(day) },
    { name: title, align: 'end', cell: ({ quantity }) => formatNumber(quantity) },
    ...(isCompared(series) ? [runningTotal] : []),
  ];
  return (
    <>
      <Button mt="xs" size="xs" variant="default" aria-expanded={isShown} onClick={toggle}>
        {isShown ? 'Hide table' : 'Show as table'}
      </Button>
      {isShown && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: many days are read by scrolling, with the keyboard too.
        <section className={styles.rows} tabIndex={0} aria-label={`${title} by day`}>
          <RowTable items={series.days.toReversed()} columns={columns} keyOf={({ day }) => day} fitsNarrow />
        </section>
      )}
    </>
  );
}
