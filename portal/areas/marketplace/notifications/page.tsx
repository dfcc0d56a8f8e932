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
import { callQuery, callTones, requestedByLabel } from './queries.ts';
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
export function CallPage() {
  const { workspaceId } = useWorkspace();
  const { callId = '' } = useParams({ strict: false });
  const query = useQuery(callQuery(workspaceId, callId));
  const call = query.data;
  return (
    <>
      <PageHeader
        above={<BackLink to="/$workspace/settings/calls">Marketplace notifications</BackLink>}
        title={call?.action ?? 'Marketplace notification'}
        lead={call && resultOf(call)}
      />
      {query.isPending && <Skeleton height={160} role="status" aria-label="Loading notification" />}
      {query.isError && <ErrorNotice error={query.error} onRetry={() => query.refetch()} />}
      {call && (
        <>
          <Facts
            facts={{
              State: <StatusBadge tone={callTones[call.state]}>{call.state}</StatusBadge>,
              Received: <Moment at={call.receivedAt} />,
              Decided: call.decidedAt === null ? 'Not yet' : <Moment at={call.decidedAt} />,
              ...(call.dueAt !== null && { 'Next attempt': <Moment at={call.dueAt} /> }),
              'Requested by': requestedByLabel(call.requestedBy),
              Attempts: call.attempts,
              ...(call.repeats > 0 && { Repeated: call.repeats === 1 ? 'Once' : `${call.repeats} times` }),
              Source: call.sourceName,
              Operation: <CopyableId id={call.operationId} of="operation" />,
              'Marketplace subscription': (
                <CopyableId id={call.marketplaceSubscriptionId} of="subscription at the marketplace" />
              ),
              Customer: <CustomerLink of={call} />,
              Subscription:
                call.subscriptionId === null ? (
                  'None'
                ) : (
                  <SubscriptionLink subscriptionId={call.subscriptionId} />
                ),
            }}
          />
          <Section
            title={call.requestedBy === 'Publisher' ? 'Request' : 'Payload'}
            lead="The service confirms every notification with the marketplace before it acts on it."
          >
            <Snippet text={JSON.stringify(call.body, null, 2)} of="call" />
          </Section>
        </>
      )}
    </>
  );
}
