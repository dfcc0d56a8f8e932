import { Anchor, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { operations } from '../../api/admin-api.generated.ts';
import { CopyableId } from '../../parts/copyable-id.tsx';
import { Deadline } from '../../parts/deadline.tsx';
import { useAddDialog } from '../../parts/form/use-add-dialog.tsx';
import { formatCount, formatNumber } from '../../parts/format/format-number.ts';
import { formatHour } from '../../parts/format/time.ts';
import { ChosenFilter } from '../../parts/list/chosen-filter.tsx';
import { ExportButton } from '../../parts/list/export-button.tsx';
import { FilterSelect } from '../../parts/list/filter-select.tsx';
import { useListAddress } from '../../parts/list/list-address.ts';
import { ListPage } from '../../parts/list/list-page.tsx';
import type { Column } from '../../parts/list/row-table.tsx';
import { byTime } from '../../parts/list/sort-order.ts';
import { Moment } from '../../parts/moment.tsx';
import { StatusBadge } from '../../parts/status-badge.tsx';
import { useNow } from '../../parts/use-now.ts';
import { usePermission, useWorkspace } from '../../session/workspace.ts';
import { ReportUsage } from '../subscriptions/meters/report-usage.tsx';
import { HeatMap } from './heat-map.tsx';
import { UsageNavigation } from './navigation.tsx';
import { ProductName } from './product-name.tsx';
import { isOnItsWay, reportsQuery, type UsageReport } from './queries.ts';
import { ReportActions } from './report-actions.tsx';
import { MappingLink, ReportAgain } from './report-again.tsx';
import styles from './reports-page.module.css';
import { isUndecided, mayReportAgain, stateChoices, stateLabels, usualState } from './states.ts';
import { type UsageFilterName, useUsageFilter } from './usage-filter.ts';
import { UsageFilters } from './usage-filters.tsx';

const columns: readonly Column<UsageReport>[] = [
  {
    name: 'Hour, UTC',
    sort: byTime('hour'),
    cell: ({ hour }) => (
      <Text size="sm" fw={500} className={styles.whole}>
        {formatHour(hour)}
      </Text>
    ),
  },
  {
    name: 'Customer',
    cell: (report) => <Customer report={report} />,
  },
  { name: 'Dimension', cell: (report) => <Dimension report={report} /> },
  { name: 'Quantity', align: 'end', cell: (report) => <Quantity report={report} /> },
  { name: 'State', cell: (report) => <State report={report} /> },
  {
    name: 'When',
    cell: (report) => (
      <div>
        <When report={report} />
        <TimeLeft report={report} />
      </div>
    ),
  },
  { name: 'Id', cell: ({ reportId }) => <CopyableId id={reportId} of="report" /> },
];

const actions: Column<UsageReport> = {
  name: 'Actions',
  isActions: true,
  cell: (report) => <ReportActions report={report} />,
};

/** Until when the marketplace takes the hour, while that matters. */
function TimeLeft({ report }: { readonly report: UsageReport }) {
  const now = useNow();
  const { state, expiresAt } = report;
  if (isUndecided(state)) {
    return (
      <Text size="xs" c="dimmed" className={styles.whole}>
        expires <Moment at={expiresAt} />
      </Text>
    );
  }
  return (
    mayReportAgain(report, now) && (
      <Text size="xs" fw={500}>
        <Deadline words="Report again until" at={expiresAt} />
      </Text>
    )
  );
}

function Customer({ report: { customer, product, subscriptionId } }: { readonly report: UsageReport }) {
  const { slug: workspace } = useWorkspace();
  return (
    <div>
      <Anchor
        size="sm"
        className={styles.whole}
        renderRoot={(props) => (
          <Link
            to="/$workspace/subscriptions/$subscriptionId"
            params={{ workspace, subscriptionId }}
            {...props}
          />
        )}
      >
        {customer}
      </Anchor>
      <ProductName slug={product} />
    </div>
  );
}

/** The quantity above its unit. */
function Quantity({ report: { quantity, sentQuantity, unit } }: { readonly report: UsageReport }) {
  return (
    <div>
      {formatNumber(quantity)}
      <Text size="xs" c="dimmed">
        {unit}
      </Text>
      {sentQuantity !== null && sentQuantity !== quantity && (
        <Text size="xs" c="dimmed">
          Sent: {formatNumber(sentQuantity)}
        </Text>
      )}
    </div>
  );
}

/** A report of events leads to the events. */
function Dimension({
  report: { dimension, dimensionName, origin, subscriptionId, hour },
}: {
  readonly report: UsageReport;
}) {
  const { slug: workspace } = useWorkspace();
  return (
    <div>
      <span className={styles.whole}>{dimensionName}</span>
      <Text size="xs" c="dimmed">
        {origin === 'Events' ? (
          <Anchor
            size="xs"
            aria-label={`From events of ${dimensionName}, ${formatHour(hour)}`}
            renderRoot={(props) => (
              <Link
                to="/$workspace/subscriptions/$subscriptionId/usage/$dimension/$hour"
                params={{ workspace, subscriptionId, dimension, hour }}
                {...props}
              />
            )}
          >
            From events
          </Anchor>
        ) : (
          'From a record'
        )}
      </Text>
    </div>
  );
}

function State({ report }: { readonly report: UsageReport }) {
  const { state, reason, tries, reportedAs } = report;
  const { name, tone } = stateLabels[state];
  return (
    <div>
      <StatusBadge tone={reason && isUndecided(state) ? 'bad' : tone}>{name}</StatusBadge>
      {reason && (
        <Text size="xs" c="dimmed" maw="15rem">
          {reason.detail} <code>{reason.code}</code>
          {isUndecided(state) && `, after ${formatCount(tries, 'attempt')}`}
        </Text>
      )}
      {state === 'rejected' && <MappingLink report={report} />}
      {reportedAs !== null && (
        <Text size="xs" c="dimmed">
          Reported as {reportedAs}
        </Text>
      )}
    </div>
  );
}

function When({ report: { state, dueAt, decidedAt } }: { readonly report: UsageReport }) {
  switch (state) {
    case 'held':
      return (
        <>
          Sent <Moment at={dueAt} />
        </>
      );
    case 'retrying':
      return (
        <>
          Next attempt <Moment at={dueAt} />
        </>
      );
    case 'due':
    case 'claimed':
      return 'Within seconds';
    default:
      return decidedAt === null ? 'Never sent' : <Moment at={decidedAt} />;
  }
}

type Filter = UsageFilterName | 'state' | 'from' | 'until' | 'again';
type ReportsQuery = NonNullable<operations['listUsageReports']['parameters']['query']>;

/** Hourly usage reports and their results. */
export function UsagePage() {
  const { workspaceId } = useWorkspace();
  const mayChange = usePermission('change:usage');
  const { search, filter, bind } = useListAddress<Filter>('-hour');
  const { state, subscriptionId, from, until, again, sort, after } = search;
  // The API validates values from the URL.
  const asked = state === 'any' ? undefined : (state ?? usualState);
  const parameters = { state: asked, ...useUsageFilter(), from, until, sort, after } as ReportsQuery;
  const query = useQuery(reportsQuery(workspaceId, parameters));
  const customer = query.data?.items.find((report) => report.subscriptionId === subscriptionId)?.customer;
  const now = useNow();
  const reportedAgain = query.data?.items.find(({ reportId }) => reportId === again);
  const add = useAddDialog({
    label: 'Report usage',
    isAllowed: mayChange,
    dialog: (close) => (
      <ReportUsage
        subscription={subscriptionId === undefined ? null : { subscriptionId, customer }}
        tenantId={parameters.tenantId}
        onClose={close}
      />
    ),
  });
  return (
    <>
      <ListPage
        title="Usage"
        docs="reportUsage"
        lead="Hourly usage reports and their results at the marketplace. Reports on hold can be corrected, rejected ones reported again. Skipped hours, with nothing to report, are hidden."
        actions={
          <>
            <ExportButton file="usage-reports.csv" question={parameters} />
            {add.button}
          </>
        }
        navigation={
          <>
            <UsageNavigation />
            <HeatMap />
          </>
        }
        filters={
          <>
            <FilterSelect label="State" standard={usualState} choices={stateChoices} {...bind('state')} />
            <UsageFilters />
            {from && (
              <ChosenFilter onRemove={() => filter({ from: undefined, until: undefined })}>
                {`From ${formatHour(from)} UTC`}
              </ChosenFilter>
            )}
            {subscriptionId && (
              <ChosenFilter onRemove={() => filter({ subscriptionId: undefined })}>
                {customer ? `Subscription of ${customer}` : 'One subscription'}
              </ChosenFilter>
            )}
          </>
        }
        query={query}
        columns={mayChange ? [...columns, actions] : columns}
        sort={search.sort}
        keyOf={({ reportId }) => reportId}
        isBusy={isOnItsWay}
        empty={{
          icon: 'usage',
          title: 'No usage reports yet',
          text: 'Applications report usage of plans with custom meters. Each hour with something to report appears here.',
          action: add.button,
        }}
      />
      {add.dialog}
      {mayChange && reportedAgain && mayReportAgain(reportedAgain, now) && (
        <ReportAgain report={reportedAgain} onClose={() => filter({ again: undefined })} />
      )}
    </>
  );
}
