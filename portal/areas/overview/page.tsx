import { Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ErrorNotice } from '../../parts/error-notice.tsx';
import { Moment } from '../../parts/moment.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { UsageDays } from '../../parts/usage-days/usage-days.tsx';
import { useWorkspace } from '../../session/workspace.ts';
import { AttentionList } from './attention-list.tsx';
import { ClientCalls } from './client-calls.tsx';
import { CustomersAtRisk } from './customers-at-risk.tsx';
import { Figures } from './figures.tsx';
import { GettingStartedSection } from './getting-started.tsx';
import { overviewQuery } from './queries.ts';
import { SubscriptionDays } from './subscription-days.tsx';

/** The overview of the workspace. */
export function OverviewPage() {
  const { workspaceId, name } = useWorkspace();
  const query = useQuery(overviewQuery(workspaceId));
  const { data } = query;
  return (
    <>
      <PageHeader
        title="Overview"
        docs="guides"
        lead={
          <>
            Status of {name}
            {data && (
              <>
                {' '}
                · as of <Moment at={data.evaluatedAt} />
              </>
            )}
            .
          </>
        }
      />
      <GettingStartedSection />
      {query.isPending && (
        <Stack gap="md" role="status" aria-label="Loading overview">
          <Skeleton height={56} />
          <Skeleton height={110} />
          <Skeleton height={260} />
        </Stack>
      )}
      {query.isError && <ErrorNotice error={query.error} onRetry={() => query.refetch()} />}
      {data && (
        <>
          <AttentionList attention={data.attention} />
          <CustomersAtRisk />
          <Figures overview={data} />
          <SubscriptionDays subscriptions={data.subscriptions} />
          <UsageDays
            of={{}}
            empty="No usage in this range. Applications report it for plans with a metered dimension, by hourly records or events."
          />
          <ClientCalls clients={data.apiClients} />
        </>
      )}
    </>
  );
}
