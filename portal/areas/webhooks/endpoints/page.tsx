import { Button, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { CopyableId } from '../../../parts/copyable-id.tsx';
import { ErrorNotice } from '../../../parts/error-notice.tsx';
import { Facts } from '../../../parts/facts.tsx';
import { formatNumber } from '../../../parts/format/format-number.ts';
import { BackLink } from '../../../parts/links/back-link.tsx';
import { RowTable } from '../../../parts/list/row-table.tsx';
import { Moment } from '../../../parts/moment.tsx';
import { PageHeader } from '../../../parts/page-header.tsx';
import { Section } from '../../../parts/section.tsx';
import { usePermission, useWorkspace } from '../../../session/workspace.ts';
import { HistorySection } from '../../workspaces/audit-log/history-section.tsx';
import { deliveryColumns } from '../deliveries/columns.tsx';
import { deliveriesQuery, isUnderWay, pollEvery, textOf } from '../deliveries/queries.ts';
import { ReplayRange } from '../deliveries/replay-range.tsx';
import { EndpointActions } from './actions.tsx';
import { EndpointHealth } from './health.tsx';
import { endpointQuery, healthQuery, nameOf, type WebhookEndpoint } from './queries.ts';
import { EndpointState } from './state.tsx';

const back = <BackLink to="/$workspace/webhooks">Webhooks</BackLink>;
const latest = 10;

/** One endpoint: settings, health, latest deliveries. */
export function EndpointPage() {
  const { workspaceId } = useWorkspace();
  const { endpointId = '' } = useParams({ strict: false });
  const query = useQuery(endpointQuery(workspaceId, endpointId));
  if (query.data) return <Endpoint endpoint={query.data} />;
  return (
    <>
      <PageHeader title="Webhook endpoint" above={back} />
      {query.isError ? (
        <ErrorNotice error={query.error} onRetry={() => query.refetch()} />
      ) : (
        <Skeleton height={240} role="status" aria-label="Loading endpoint" />
      )}
    </>
  );
}

function Endpoint({ endpoint }: { readonly endpoint: WebhookEndpoint }) {
  const { workspaceId } = useWorkspace();
  const mayChange = usePermission('change:webhooks');
  const health = useQuery(healthQuery(workspaceId)).data;
  const { endpointId, eventTypes, products, headerNames, rateLimitPerMinute } = endpoint;
  return (
    <>
      <PageHeader
        title={nameOf(endpoint)}
        above={back}
        actions={mayChange && <EndpointActions endpoint={endpoint} />}
      />
      <Facts
        facts={{
          Status: <EndpointState endpoint={endpoint} />,
          'Last 24 hours': health ? (
            <EndpointHealth health={health} endpointId={endpointId} />
          ) : (
            <Skeleton height={28} width={144} />
          ),
          Address: endpoint.url,
          Events: eventTypes === null ? 'All, including future types' : eventTypes.join(', '),
          Products: products === null ? 'All, including future ones' : products.join(', '),
          Headers: headerNames.length > 0 ? headerNames.join(', ') : 'None',
          'Deliveries a minute': rateLimitPerMinute === null ? 'No limit' : formatNumber(rateLimitPerMinute),
          Secrets: <SecretLife endpoint={endpoint} />,
          Added: <Moment at={endpoint.createdAt} />,
          Id: <CopyableId id={endpointId} of="endpoint" />,
        }}
      />
      <LatestDeliveries endpoint={endpoint} />
      <HistorySection
        of={{ subjectKind: 'WebhookEndpoint', subjectId: endpointId }}
        lead="Who changed, tested or replayed the endpoint."
      />
    </>
  );
}

function SecretLife({ endpoint: { previousSecrets } }: { readonly endpoint: WebhookEndpoint }) {
  return (
    <>
      <div>Current</div>
      {previousSecrets.map(({ endsAt }) => (
        <div key={endsAt}>
          Previous, signs until <Moment at={endsAt} />
        </div>
      ))}
    </>
  );
}

function LatestDeliveries({ endpoint }: { readonly endpoint: WebhookEndpoint }) {
  const { workspaceId, slug } = useWorkspace();
  const { endpointId, enabled } = endpoint;
  const mayReplay = usePermission('change:webhooks') && enabled;
  const query = useQuery({
    ...deliveriesQuery(workspaceId, { endpoint: endpointId }, latest),
    refetchInterval: ({ state }) => (state.data?.items.some(isUnderWay) ? pollEvery : 15_000),
  });
  const [isReplaying, setReplaying] = useState(false);
  return (
    <Section
      title="Latest deliveries"
      actions={
        <>
          {mayReplay && (
            <Button variant="default" onClick={() => setReplaying(true)}>
              Replay time range
            </Button>
          )}
          <Button
            variant="default"
            renderRoot={(props) => (
              <Link
                to="/$workspace/webhooks/deliveries"
                params={{ workspace: slug }}
                search={{ endpoint: endpointId }}
                {...props}
              />
            )}
          >
            All deliveries
          </Button>
        </>
      }
    >
      {query.isPending && <Skeleton height={120} />}
      {query.isError && <ErrorNotice error={query.error} onRetry={() => query.refetch()} />}
      {query.data?.items.length === 0 && (
        <Text size="sm" c="dimmed">
          No deliveries yet.{mayReplay && ' Send a test to check the endpoint.'}
        </Text>
      )}
      {query.data && query.data.items.length > 0 && (
        <RowTable items={query.data.items} columns={deliveryColumns} keyOf={textOf} />
      )}
      {isReplaying && <ReplayRange endpointId={endpointId} onClose={() => setReplaying(false)} />}
    </Section>
  );
}
