import { SegmentedControl, Select, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useWorkspace } from '../../session/workspace.ts';
import { ErrorNotice } from '../error-notice.tsx';
import { formatNumber } from '../format/format-number.ts';
import { ExportButton } from '../list/export-button.tsx';
import { Section } from '../section.tsx';
import { useNow } from '../use-now.ts';
import styles from './charts.module.css';
import { UsageCharts } from './charts.tsx';
import { DayTable } from './day-table.tsx';
import { type UsageScope, type UsageSeries, usageDaysQuery } from './queries.ts';
import { daysOf, firstDay, ranges, type UsageDaysSearch } from './ranges.ts';
import { factsOf, keyOf, namedOf } from './series-text.ts';

/** So many dimensions are shown side by side. */
const shownTogether = 4;

interface UsageDaysProps {
  readonly of: UsageScope;
  /** Shown if there is no usage and no metered plan; without it the section is left out. */
  readonly empty?: string;
}

/** Usage over time: the quantity of each day, by dimension. Dimensions have units of their own, so each has its own chart. */
export function UsageDays({ of, empty }: UsageDaysProps) {
  const { workspaceId } = useWorkspace();
  const search: UsageDaysSearch = useSearch({ strict: false });
  const navigate = useNavigate();
  const choose = (changes: UsageDaysSearch) =>
    navigate({
      to: '.',
      search: ((before: object) => ({ ...before, ...changes })) as never,
      replace: true,
      resetScroll: false,
    });
  const days = daysOf(search.days);
  const question = { ...of, from: firstDay(days, useNow()) };
  const query = useQuery(usageDaysQuery(workspaceId, question));
  const all = query.data?.series ?? [];
  const chosen = all.length === 1 ? all[0] : all.find((series) => keyOf(series) === search.dimension);
  if (query.isPending && empty === undefined) return null;
  if (query.isSuccess && all.length === 0 && empty === undefined && search.days === undefined) return null;
  return (
    <Section
      title="Usage by day"
      lead={
        chosen
          ? `${namedOf(chosen, all)}: ${factsOf(chosen)}`
          : 'The usage of each dimension on each day, in UTC.'
      }
      actions={
        <>
          {all.length > 1 && (
            <Select
              size="xs"
              aria-label="Dimension"
              placeholder="All dimensions"
              data={all.map((series) => ({ value: keyOf(series), label: namedOf(series, all) }))}
              value={chosen ? keyOf(chosen) : null}
              onChange={(dimension) => choose({ dimension: dimension ?? undefined })}
              clearable
              clearButtonProps={{ 'aria-label': 'All dimensions' }}
              searchable={all.length > 8}
              w="15rem"
            />
          )}
          <SegmentedControl
            size="xs"
            aria-label="Range"
            value={String(days)}
            onChange={(value) => choose({ days: value })}
            data={[...ranges]}
          />
          <ExportButton file="usage/by-day.csv" question={{ ...question, ...filterOf(chosen) }} size="xs" />
        </>
      }
    >
      {query.isPending && <Skeleton height={200} role="status" aria-label="Loading usage" />}
      {query.isError && <ErrorNotice error={query.error} onRetry={() => query.refetch()} />}
      {query.isSuccess && all.length === 0 && (
        <Text size="sm" c="dimmed">
          {empty ?? 'No usage in this range.'}
        </Text>
      )}
      {chosen ? (
        <>
          <UsageCharts series={chosen} height={200} />
          <DayTable series={chosen} />
        </>
      ) : (
        <div className={styles.several}>
          {all.slice(0, shownTogether).map((series) => (
            <div key={keyOf(series)}>
              <Text size="sm" fw={600}>
                {namedOf(series, all)}
              </Text>
              <Text size="xs" c="dimmed">
                {factsOf(series)}
              </Text>
              {isUsed(series) && <UsageCharts series={series} height={140} />}
            </div>
          ))}
        </div>
      )}
      {!chosen && all.length > shownTogether && (
        <Text size="xs" c="dimmed" mt="xs">
          {`The ${shownTogether} that the most subscriptions use, of ${formatNumber(all.length)}. Choose a dimension to see another.`}
        </Text>
      )}
    </Section>
  );
}

/** In the range, or before it in a period that reaches into it. Of other dimensions the facts say enough. */
const isUsed = ({ total, days }: UsageSeries) =>
  total > 0 || days.some(({ periodTotal }) => (periodTotal ?? 0) > 0);

/** Only the chosen dimension is exported; of an unknown subscription the product has no name. */
function filterOf(chosen: UsageSeries | undefined) {
  if (!chosen) return {};
  const { product, dimension } = chosen;
  return product === '' ? { dimension } : { product, dimension };
}
