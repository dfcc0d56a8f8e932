import { Anchor, Button, Skeleton, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { CopyableId } from '../../../parts/copyable-id.tsx';
import { ErrorNotice } from '../../../parts/error-notice.tsx';
import { Facts } from '../../../parts/facts.tsx';
import { formatNumber } from '../../../parts/format/format-number.ts';
import { Icon } from '../../../parts/icon.tsx';
import { BackLink } from '../../../parts/links/back-link.tsx';
import { CustomerLink } from '../../../parts/links/customer-link.tsx';
import { type Column, RowTable } from '../../../parts/list/row-table.tsx';
import { Moment } from '../../../parts/moment.tsx';
import { showDone, showError } from '../../../parts/notify.ts';
import { PageHeader } from '../../../parts/page-header.tsx';
import { Section } from '../../../parts/section.tsx';
import { Snippet } from '../../../parts/snippet.tsx';
import { StatusBadge } from '../../../parts/status-badge.tsx';
import { usePermission, useWorkspace } from '../../../session/workspace.ts';
import { endpointQuery, nameOf, type WebhookEndpoint, webhooksKey } from '../endpoints/queries.ts';
import styles from './page.module.css';
import { attemptLabel, deliveryQuery, replay, toneOf, type WebhookDeliveryDetails } from './queries.ts';

const back = <BackLink to="/$workspace/webhooks/deliveries">Webhook deliveries</BackLink>;

/** One delivery: the request and its attempts. */
export function DeliveryPage() {
  const { workspaceId } = useWorkspace();
  const { endpointId = '', eventId = '' } = useParams({ strict: false });
  const { replay } = useSearch({ strict: false });
  const query = useQuery(deliveryQuery(workspaceId, { endpointId, eventId }, replay));
  // The endpoint may have been removed; its deliveries stay.
  const endpoint = useQuery(endpointQuery(workspaceId, endpointId)).data;
  if (query.data) return <Delivery delivery={query.data} endpoint={endpoint} />;
  return (
    <>
      <PageHeader title="Webhook delivery" above={back} />
      {query.isError ? (
        <ErrorNotice error={query.error} onRetry={() => query.refetch()} />
      ) : (
        <Skeleton height={240} role="status" aria-label="Loading delivery" />
      )}
    </>
  );
}

interface DeliveryProps {
  readonly delivery: WebhookDeliveryDetails;
  readonly endpoint: WebhookEndpoint | undefined;
}

function Delivery({ delivery, endpoint }: DeliveryProps) {
  const mayChange = usePermission('change:webhooks');
  const { type, outcome, tries, nextTryAt, occurredAt, tenantId, organisation, eventId, attempts } = delivery;
  return (
    <>
      <PageHeader
        title={type}
        above={back}
        actions={mayChange && endpoint?.enabled && <Replay delivery={delivery} />}
      />
      <Facts
        facts={{
          Outcome: <StatusBadge tone={toneOf(delivery)}>{outcome}</StatusBadge>,
          Occurred: <Moment at={occurredAt} />,
          ...(delivery.replay > 0 && { Replay: <ReplayFact delivery={delivery} /> }),
          Attempts: tries,
          ...(nextTryAt && { 'Next attempt': <Moment at={nextTryAt} /> }),
          Endpoint: endpoint ? <EndpointLink endpoint={endpoint} /> : 'Removed',
          Customer: <CustomerLink of={delivery} />,
          ...(tenantId !== null &&
            organisation !== null && { Tenant: <CopyableId id={tenantId} of="tenant" /> }),
          Event: <CopyableId id={eventId} of="event" />,
        }}
      />
      <Section
        title="Attempts"
        lead={attempts.length > 0 ? 'Newest first, with the beginning of each response.' : undefined}
      >
        {attempts.length === 0 ? (
          <Text size="sm" c="dimmed">
            {outcome === 'Pending'
              ? 'None yet: the first attempt is about to start.'
              : 'The attempts are no longer stored.'}
          </Text>
        ) : (
          <RowTable items={attempts} columns={attemptColumns} keyOf={({ attempt }) => String(attempt)} />
        )}
      </Section>
      <Section title="Request" lead="The same for every attempt, except for timestamp and signature.">
        <Snippet text={headersSent(eventId, endpoint)} of="headers" />
        <div className={styles.body}>
          <Snippet text={laidOut(delivery.body)} copies={delivery.body} of="payload" />
        </div>
      </Section>
    </>
  );
}

type Attempt = WebhookDeliveryDetails['attempts'][number];

const isGood = ({ status }: Attempt) => status !== null && status >= 200 && status <= 299;

const attemptColumns: readonly Column<Attempt>[] = [
  { name: 'Attempt', cell: ({ attempt }) => attempt },
  { name: 'Time', cell: ({ at }) => <Moment at={at} /> },
  {
    name: 'Status',
    cell: (attempt) => (
      <StatusBadge tone={isGood(attempt) ? 'good' : 'bad'}>{attemptLabel(attempt)}</StatusBadge>
    ),
  },
  {
    name: 'Duration',
    align: 'end',
    cell: ({ durationMilliseconds }) => `${formatNumber(durationMilliseconds)} ms`,
  },
  {
    name: 'Body',
    cell: ({ answer }) => (answer ? <code className={styles.answer}>{answer}</code> : 'Nothing'),
  },
];

function EndpointLink({ endpoint }: { readonly endpoint: WebhookEndpoint }) {
  const { slug } = useWorkspace();
  const { endpointId } = endpoint;
  return (
    <Anchor
      size="sm"
      renderRoot={(props) => (
        <Link
          to="/$workspace/webhooks/endpoints/$endpointId"
          params={{ workspace: slug, endpointId }}
          {...props}
        />
      )}
    >
      {nameOf(endpoint)}
    </Anchor>
  );
}

/** A replay is a separate delivery; links to the previous one. */
function ReplayFact({
  delivery: { endpointId, eventId, replay },
}: {
  readonly delivery: WebhookDeliveryDetails;
}) {
  const { slug } = useWorkspace();
  return (
    <>
      {replay}{' '}
      <Anchor
        size="sm"
        renderRoot={(props) => (
          <Link
            to="/$workspace/webhooks/deliveries/$endpointId/$eventId"
            params={{ workspace: slug, endpointId, eventId }}
            search={{ replay: replay - 1 }}
            {...props}
          />
        )}
      >
        Previous delivery
      </Anchor>
    </>
  );
}

function Replay({ delivery }: { readonly delivery: WebhookDeliveryDetails }) {
  const { workspaceId, slug } = useWorkspace();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const replaying = useMutation({
    mutationFn: () => replay(workspaceId, delivery),
    onSuccess: () => {
      showDone('Replay started under the same event id.');
      void navigate({
        to: '/$workspace/webhooks/deliveries/$endpointId/$eventId',
        params: { workspace: slug, endpointId: delivery.endpointId, eventId: delivery.eventId },
        search: {},
      });
    },
    onError: showError,
    onSettled: () => queryClient.invalidateQueries({ queryKey: webhooksKey(workspaceId) }),
  });
  return (
    <Button
      leftSection={<Icon name="retry" size={16} />}
      loading={replaying.isPending}
      onClick={() => replaying.mutate()}
    >
      Replay
    </Button>
  );
}

/** The request head; values of custom headers are never shown. */
function headersSent(eventId: string, endpoint: WebhookEndpoint | undefined): string {
  return [
    `POST ${endpoint?.url ?? '(removed)'}`,
    'content-type: application/json',
    `webhook-id: ${eventId}`,
    'webhook-timestamp: (seconds at the attempt)',
    'webhook-signature: (of id, time and payload)',
    ...(endpoint?.headerNames ?? []).map((name) => `${name}: (yours)`),
  ].join('\n');
}

const laidOut = (body: string) => JSON.stringify(JSON.parse(body), null, 2);
