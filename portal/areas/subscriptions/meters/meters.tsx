import { Anchor, Button, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ErrorNotice } from '../../../parts/error-notice.tsx';
import { formatDay } from '../../../parts/format/time.ts';
import { Pages } from '../../../parts/list/pages.tsx';
import { fewRows, SectionControls } from '../../../parts/list/section-controls.tsx';
import { byText, byTime } from '../../../parts/list/sort-order.ts';
import { useSectionList } from '../../../parts/list/use-section-list.ts';
import { Moment } from '../../../parts/moment.tsx';
import { Section } from '../../../parts/section.tsx';
import { titleOf } from '../../../parts/usage-days/series-text.ts';
import { usePermission, useWorkspace } from '../../../session/workspace.ts';
import { meterText } from './meter-text.ts';
import styles from './meters.module.css';
import { type MeterPage, type MetersOf, metersQuery, type UsageMeter } from './queries.ts';
import { ReportUsage } from './report-usage.tsx';

const orders = [
  { name: 'Subscription', sort: byTime('createdAt') },
  { name: 'Dimension', sort: byText('name') },
  { name: 'Plan', sort: byText('plan') },
];

interface MetersProps {
  readonly of: MetersOf;
  /** The customer's name; of a subscription, where the tenant is not asked for. */
  readonly customer?: string;
  /** Shown if no plan is metered; without it the section is left out. */
  readonly empty?: string;
}

/** The usage of the present period, for each dimension. */
export function Meters({ of, customer, empty }: MetersProps) {
  const { workspaceId } = useWorkspace();
  const mayReport = usePermission('change:usage');
  const [isReporting, { open, close }] = useDisclosure();
  const isOfTenant = 'tenantId' in of;
  const { question, sorting, paging } = useSectionList('-createdAt');
  const { sort, after } = question;
  const query = useQuery(metersQuery(workspaceId, of, { sort, after } as MeterPage));
  const meters = query.data?.items ?? [];
  if (query.isPending || (query.isSuccess && meters.length === 0 && empty === undefined)) return null;
  return (
    <Section
      title="Usage"
      actions={
        mayReport &&
        meters.some(({ intake }) => intake === 'Records') && (
          <Button size="xs" variant="default" onClick={open}>
            Report usage
          </Button>
        )
      }
    >
      {query.isError && <ErrorNotice error={query.error} onRetry={() => query.refetch()} />}
      {query.isSuccess && meters.length === 0 && (
        <Text size="sm" c="dimmed">
          {empty}
        </Text>
      )}
      {query.data && query.data.total.count > fewRows && (
        <SectionControls
          of="usage"
          columns={isOfTenant ? orders : orders.slice(1, 2)}
          sorting={sorting}
          total={query.data.total}
        />
      )}
      <ul className={styles.meters}>
        {meters.map((meter) => (
          <li key={`${meter.subscriptionId} ${meter.dimension}`} className={styles.meter}>
            <Meter meter={meter} isNamed={isOfTenant} />
          </li>
        ))}
      </ul>
      {query.data && <Pages next={query.data.next} {...paging} label="Pages of usage" />}
      {isReporting && (
        <ReportUsage
          subscription={isOfTenant ? null : { ...of, customer }}
          tenantId={isOfTenant ? of.tenantId : undefined}
          onClose={close}
        />
      )}
    </Section>
  );
}

interface MeterProps {
  readonly meter: UsageMeter;
  /** Whether product and plan are named. */
  readonly isNamed: boolean;
}

function Meter({ meter, isNamed }: MeterProps) {
  const { period, productName, planName } = meter;
  const { headline, detail, reports, tone, bar } = meterText(meter);
  return (
    <>
      <div className={styles.heading}>
        <Text size="sm" fw={600}>
          {titleOf(meter)}
          {isNamed && (
            <Text span size="xs" c="dimmed" fw={400} ml="xs">
              {productName}, {planName}
            </Text>
          )}
        </Text>
        <Text size="sm">{headline}</Text>
      </div>
      {bar && (
        <div className={styles.bar} aria-hidden>
          <div className={styles.included} data-tone={tone} style={{ width: `${bar.included}%` }} />
          <div className={styles.overage} style={{ width: `${bar.overage}%` }} />
        </div>
      )}
      <div className={styles.heading}>
        <Text size="sm" c="dimmed">
          {detail} {reports}
        </Text>
        <Details meter={meter} />
      </div>
      <Text size="xs" c="dimmed">
        {`Since ${formatDay(period.start)} UTC`}
        {period.end !== null && (
          <>
            {`, until ${formatDay(period.end)} UTC (`}
            <Moment at={period.end} />
            {')'}
          </>
        )}
      </Text>
    </>
  );
}

/** To the hours of a dimension that is fed by events, or to the reports. */
function Details({ meter: { subscriptionId, dimension, intake, name } }: Pick<MeterProps, 'meter'>) {
  const { slug: workspace } = useWorkspace();
  return intake === 'Events' ? (
    <Anchor
      size="sm"
      aria-label={`Hours and events of ${name}`}
      renderRoot={(props) => (
        <Link
          to="/$workspace/subscriptions/$subscriptionId/usage/$dimension"
          params={{ workspace, subscriptionId, dimension }}
          {...props}
        />
      )}
    >
      Hours and events
    </Anchor>
  ) : (
    <Anchor
      size="sm"
      aria-label={`Reports of ${name}`}
      renderRoot={(props) => (
        <Link
          to="/$workspace/usage"
          params={{ workspace }}
          search={{ subscriptionId, dimension }}
          {...props}
        />
      )}
    >
      Reports
    </Anchor>
  );
}
