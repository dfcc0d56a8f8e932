import { Skeleton, Text, Tooltip, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ErrorNotice } from '../../parts/error-notice.tsx';
import { formatCount, formatNumber } from '../../parts/format/format-number.ts';
import { formatHour } from '../../parts/format/utc-time.ts';
import { useListAddress } from '../../parts/list/list-address.ts';
import { StatusBadge } from '../../parts/status-badge.tsx';
import { useNow } from '../../parts/use-now.ts';
import { useWorkspace } from '../../session/workspace.ts';
import styles from './heat-map.module.css';
import { type HeatMapCell, heatMapDays } from './heat-map-days.ts';
import { useHolder } from './holder.ts';
import { daysBack, hoursQuery } from './queries.ts';

const daysShown = 7;
const dayFormat = new Intl.DateTimeFormat('en-GB', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  timeZone: 'UTC',
});
const twoDigits = (hour: number) => String(hour).padStart(2, '0');

/** Usage reports per hour of a week, in UTC. A table, so that screen readers read the count of each cell. */
export function HeatMap() {
  const { workspaceId } = useWorkspace();
  const from = daysBack(daysShown, useNow());
  const query = useQuery(hoursQuery(workspaceId, from, useHolder()));
  if (query.isPending) {
    return <Skeleton height={240} mb="lg" role="status" aria-label="Loading hours" />;
  }
  if (query.isError) return <ErrorNotice error={query.error} onRetry={() => query.refetch()} />;
  const days = heatMapDays(query.data.hours, from, daysShown);
  return (
    <div className={styles.map}>
      <table className={styles.table}>
        <caption>
          <VisuallyHidden>Reports by hour, of the last {daysShown} days, in UTC</VisuallyHidden>
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
              <th scope="row">{dayFormat.format(new Date(day))}</th>
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
          Each cell shows its number of reports. Choose an hour to list them.
        </Text>
      </div>
    </div>
  );
}

function Hour({ cell: { hour, until, total, tone, level, label: counts } }: { readonly cell: HeatMapCell }) {
  const { slug } = useWorkspace();
  const { search } = useListAddress<'from'>();
  const label = `${formatHour(hour)} UTC: ${formatCount(total, 'report')}, ${counts}`;
  const holder = useHolder();
  return (
    <Tooltip label={label}>
      <Link
        to="/$workspace/usage"
        params={{ workspace: slug }}
        search={{ ...holder, from: hour, until }}
        className={styles.hour}
        data-tone={tone}
        data-level={level}
        data-chosen={search.from === hour || undefined}
        aria-label={label}
        resetScroll={false}
      >
        {formatNumber(total)}
      </Link>
    </Tooltip>
  );
}
