import { Anchor, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { CopyableId } from '../../../parts/copyable-id.tsx';
import { ErrorNotice } from '../../../parts/error-notice.tsx';
import { Facts } from '../../../parts/facts.tsx';
import { BackLink } from '../../../parts/links/back-link.tsx';
import { CustomerLink } from '../../../parts/links/customer-link.tsx';
import { Moment } from '../../../parts/moment.tsx';
import { PageHeader } from '../../../parts/page-header.tsx';
import { Section } from '../../../parts/section.tsx';
import { Snippet } from '../../../parts/snippet.tsx';
import { StatusBadge } from '../../../parts/status-badge.tsx';
import { useWorkspace } from '../../../session/workspace.ts';
import { notificationQuery, notificationTones, requestedByLabel } from './queries.ts';
import { resultOf } from './result-of.ts';

function SubscriptionLink({ subscriptionId }: { readonly subscriptionId: string }) {
  const { slug: workspace } = useWorkspace();
  return (
    <Anchor
      size="sm"
      renderRoot={(props) => (
        <Link
          to="/$workspace/subscriptions/$subscriptionId"
          params={{ workspace, subscriptionId }}
          {...props}
        />
      )}
    >
      Open subscription
    </Anchor>
  );
}

/** One marketplace notification. */
export function NotificationPage() {
  const { workspaceId } = useWorkspace();
  const { callId = '' } = useParams({ strict: false });
  const query = useQuery(notificationQuery(workspaceId, callId));
  const notification = query.data;
  return (
    <>
      <PageHeader
        above={<BackLink to="/$workspace/settings/calls">Marketplace notifications</BackLink>}
        title={notification?.action ?? 'Marketplace notification'}
        lead={notification && resultOf(notification)}
      />
      {query.isPending && <Skeleton height={160} role="status" aria-label="Loading notification" />}
      {query.isError && <ErrorNotice error={query.error} onRetry={() => query.refetch()} />}
      {notification && (
        <>
          <Facts
            facts={{
              State: (
                <StatusBadge tone={notificationTones[notification.state]}>{notification.state}</StatusBadge>
              ),
              Received: <Moment at={notification.receivedAt} />,
              Decided: notification.decidedAt === null ? 'Not yet' : <Moment at={notification.decidedAt} />,
              ...(notification.dueAt !== null && { 'Next attempt': <Moment at={notification.dueAt} /> }),
              'Requested by': requestedByLabel(notification.requestedBy),
              Attempts: notification.attempts,
              ...(notification.repeats > 0 && {
                Repeated: notification.repeats === 1 ? 'Once' : `${notification.repeats} times`,
              }),
              Source: notification.sourceName,
              Operation: <CopyableId id={notification.operationId} of="operation" />,
              'Marketplace subscription': (
                <CopyableId
                  id={notification.marketplaceSubscriptionId}
                  of="subscription at the marketplace"
                />
              ),
              Customer: <CustomerLink of={notification} />,
              Subscription:
                notification.subscriptionId === null ? (
                  'None'
                ) : (
                  <SubscriptionLink subscriptionId={notification.subscriptionId} />
                ),
            }}
          />
          <Section
            title={notification.requestedBy === 'Publisher' ? 'Request' : 'Payload'}
            lead="The service confirms every notification with the marketplace before it acts on it."
          >
            <Snippet text={JSON.stringify(notification.body, null, 2)} of="call" />
          </Section>
        </>
      )}
    </>
  );
}
