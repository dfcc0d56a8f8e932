import { Skeleton, Text, Tooltip, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ErrorNotice } from '../../parts/error-notice.tsx';
import { formatCount } from '../../parts/format/format-number.ts';
import { formatHour, formatWeekday } from '../../parts/format/time.ts';
import { useListAddress } from '../../parts/list/list-address.ts';
import { StatusBadge } from '../../parts/status-badge.tsx';
import { titleOf } from '../../parts/usage-days/series-text.ts';
import { useNow } from '../../parts/use-now.ts';
import { useWorkspace } from '../../session/workspace.ts';
import styles from './heat-map.module.css';
import { type HeatMapCell, heatMapDays } from './heat-map-days.ts';
import { daysBack, hoursQuery } from './queries.ts';
import { useUsageFilter } from './usage-filter.ts';

const daysShown = 7;
/** `1.2k`: a cell has room for four characters. */
const compactFormat = new Intl.NumberFormat('en-GB', { notation: 'compact', maximumSignificantDigits: 2 });
const twoDigits = (hour: number) => String(hour).padStart(2, '0');

/** Reported quantities per hour of a week, in UTC. A table, so that screen readers read each cell. */
export function HeatMap() {
  const { workspaceId } = useWorkspace();
  const from = daysBack(daysShown, useNow());
  const query = useQuery(hoursQuery(workspaceId, from, useUsageFilter()));
  const { state } = useListAddress<'state'>().search;
  if (query.isPending) {
    return <Skeleton height={240} mb="lg" role="status" aria-label="Loading hours" />;
  }
  if (query.isError) return <ErrorNotice error={query.error} onRetry={() => query.refetch()} />;
  const { hours, dimensions } = query.data;
  const withSkipped = state === 'any' || state === 'skipped';
  const days = heatMapDays({ hours, dimensions, withSkipped }, from, daysShown);
  const [only] = dimensions;
  return (
    <div className={styles.map}>
      <table className={styles.table}>
        <caption>
          <VisuallyHidden>Reported quantities by hour, of the last {daysShown} days, in UTC</VisuallyHidden>
        </caption>
        <thead>
          <tr>
            <th scope="col">
              <Text span size="xs" c="dimmed">
                UTC
              </Text>
            </th>
            {days[0]?.cells.map((_, hour) => (
              <th key={hour} scope="col">
                <VisuallyHidden>{twoDigits(hour)}:00</VisuallyHidden>
                <span aria-hidden>{hour % 3 === 0 ? twoDigits(hour) : ''}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.map(({ day, cells }) => (
            <tr key={day} data-empty={cells.every((cell) => cell === null) || undefined}>
              <th scope="row">{formatWeekday(day)}</th>
              {cells.map((cell, hour) => (
                <td key={hour}>{cell ? <Hour cell={cell} /> : <span className={styles.none} />}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <div className={styles.legend}>
        <StatusBadge tone="good">Accepted</StatusBadge>
        <StatusBadge tone="waiting">On hold, due or sending</StatusBadge>
        <StatusBadge tone="attention">Retrying</StatusBadge>
        <StatusBadge tone="bad">Failing or lost</StatusBadge>
        <Text span size="xs" c="dimmed">
          {only && dimensions.length === 1
            ? `Each cell shows the quantity of ${titleOf({ ...only, name: only.dimensionName })}.`
            : 'Darker: more of a dimension. Filter by dimension to see quantities.'}{' '}
          Choose an hour to list its reports.
        </Text>
      </div>
    </div>
  );
}

function Hour({ cell }: { readonly cell: HeatMapCell }) {
  const { hour, until, total, quantity, tone, level, label: counts } = cell;
  const { slug } = useWorkspace();
  const { search } = useListAddress<'from' | 'state'>();
  const label = `${formatHour(hour)} UTC: ${formatCount(total, 'report')}, ${counts}`;
  const filter = useUsageFilter();
  return (
    <Tooltip label={label}>
      <Link
        to="/$workspace/usage"
        params={{ workspace: slug }}
        search={{ ...filter, ...(search.state === 'any' && { state: 'any' }), from: hour, until }}
        className={styles.hour}
        data-tone={tone}
        data-level={level}
        data-chosen={search.from === hour || undefined}
        aria-label={label}
        resetScroll={false}
      >
        {quantity === null ? '' : compactFormat.format(quantity)}
      </Link>
    </Tooltip>
  );
}
