import { Anchor, Group, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { CopyableId } from '../../parts/copyable-id.tsx';
import { ErrorNotice } from '../../parts/error-notice.tsx';
import { Facts } from '../../parts/facts.tsx';
import { formatNumber } from '../../parts/format/format-number.ts';
import { BackLink } from '../../parts/links/back-link.tsx';
import { Moment } from '../../parts/moment.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { Section } from '../../parts/section.tsx';
import { StatusBadge } from '../../parts/status-badge.tsx';
import { UsageDays } from '../../parts/usage-days/usage-days.tsx';
import { useWorkspace } from '../../session/workspace.ts';
import { HistorySection } from '../workspaces/audit-log/history-section.tsx';
import { History } from './history.tsx';
import { Meters } from './meters/meters.tsx';
import { Moves } from './moves/moves.tsx';
import styles from './page.module.css';
import { type Purchase, purchaseQuery } from './purchases/queries.ts';
import { Reason } from './purchases/reason.tsx';
import { customerOf, type SubscriptionDetail, subscriptionQuery, toneOf } from './queries.ts';
import { Seats } from './seats/seats.tsx';
import { Term } from './term.tsx';

const back = (
  <BackLink to="/$workspace/subscriptions" or={{ to: '/$workspace/purchases', label: 'Purchases' }}>
    Subscriptions
  </BackLink>
);

/** One subscription: facts, usage, actions, seats, history. */
export function SubscriptionPage() {
  const { workspaceId } = useWorkspace();
  const { subscriptionId = '' } = useParams({ strict: false });
  const query = useQuery(subscriptionQuery(workspaceId, subscriptionId));
  const purchaseId = pendingPurchaseOf(query.data);
  const purchase = useQuery({
    ...purchaseQuery(workspaceId, purchaseId ?? ''),
    enabled: purchaseId !== null,
    // The last answer is of the time when it was pending.
    select: (found) => (purchaseId === null ? undefined : found),
  });
  if (query.isPending) {
    return (
      <>
        <PageHeader title="Subscription" above={back} />
        <Skeleton height={180} role="status" aria-label="Loading subscription" />
      </>
    );
  }
  if (query.isError) {
    return (
      <>
        <PageHeader title="Subscription" above={back} />
        <ErrorNotice error={query.error} onRetry={() => query.refetch()} />
      </>
    );
  }
  const subscription = query.data;
  const { product, plan, quantity, history } = subscription;
  return (
    <>
      <PageHeader
        title={`${customerOf(subscription)}: ${product.name}`}
        above={back}
        lead={`${plan.name}${subscription.isTrial ? ', as a trial' : ''}. ${sourceLabels[subscription.source]}`}
      />
      {purchase.data && <Reason purchase={purchase.data} />}
      <SubscriptionFacts subscription={subscription} purchase={purchase.data} />
      <div className={styles.columns}>
        <div>
          <Meters of={{ subscriptionId: subscription.subscriptionId }} customer={customerOf(subscription)} />
          <UsageDays of={{ subscriptionId: subscription.subscriptionId }} />
          <Moves subscription={subscription} purchase={purchase.data} />
          {quantity !== null && <Seats subscription={subscription} />}
        </div>
        <Section title="History">
          <History product={product.slug} steps={history} />
        </Section>
      </div>
      <HistorySection
        of={{ subscriptionId: subscription.subscriptionId }}
        title="Changes by people"
        lead="Changes of the subscription, its seats and its usage."
      />
    </>
  );
}

/** The marketplace's id of a purchase that is not active yet. */
function pendingPurchaseOf(subscription: SubscriptionDetail | undefined): string | null {
  const isPending = subscription?.status === 'Pending' && subscription.source === 'Marketplace';
  return isPending ? subscription.marketplaceSubscriptionId : null;
}

const sourceLabels: Readonly<Record<SubscriptionDetail['source'], string>> = {
  Marketplace: 'Bought on the marketplace.',
  Direct: 'Sold directly.',
  Reseller: 'Sold by a reseller.',
};

function SubscriptionFacts({ subscription, purchase }: SubscriptionFactsProps) {
  const { slug: workspace } = useWorkspace();
  const { status, tenantId, marketplaceSubscriptionId, subscriptionId, quantity } = subscription;
  return (
    <Facts
      facts={{
        Status: (
          <Group gap={6}>
            <StatusBadge tone={toneOf(status)}>{status}</StatusBadge>
            <StatusTime subscription={subscription} />
          </Group>
        ),
        ...(purchase && {
          'Landing page': purchase.openedAt ? (
            <>
              Opened <Moment at={purchase.openedAt} />
            </>
          ) : (
            'Opened and confirmed'
          ),
          ...(purchase.failedAt && { 'Last refusal': <Moment at={purchase.failedAt} /> }),
          'Seen at the marketplace': purchase.comparedAt ? <Moment at={purchase.comparedAt} /> : 'Not yet',
          ...(purchase.buyerEmail && { Buyer: purchase.buyerEmail }),
        }),
        Term: <Term subscription={subscription} />,
        Plan: (
          <>
            {subscription.plan.name} <CopyableId id={subscription.plan.slug} of="plan" isFull />
          </>
        ),
        ...(quantity !== null && { Seats: formatNumber(quantity) }),
        Source: subscription.source,
        Customer: (
          <Anchor
            size="sm"
            renderRoot={(props) => (
              <Link
                to="/$workspace/customers/$tenantId"
                params={{ workspace, tenantId }}
                search={{ product: subscription.product.slug }}
                {...props}
              />
            )}
          >
            {customerOf(subscription)}
          </Anchor>
        ),
        'Tenant id': <CopyableId id={tenantId} of="tenant" />,
        ...(subscription.account && {
          'Account of the buyer': <CopyableId id={subscription.account} of="account" />,
        }),
        'Subscription id': <CopyableId id={subscriptionId} of="subscription" />,
        ...(marketplaceSubscriptionId && {
          'Marketplace id': <CopyableId id={marketplaceSubscriptionId} of="marketplace subscription" />,
        }),
      }}
    />
  );
}

interface SubscriptionFactsProps {
  readonly subscription: SubscriptionDetail;
  /** The purchase, while it is not active. */
  readonly purchase: Purchase | undefined;
}

/** The time of the last status change. */
function StatusTime({ subscription }: { readonly subscription: SubscriptionDetail }) {
  const { status, createdAt, activatedAt, suspendedAt, endedAt } = subscription;
  const times = {
    Pending: createdAt,
    Active: activatedAt,
    Suspended: suspendedAt,
    Cancelled: endedAt,
    Expired: endedAt,
  };
  const at = times[status];
  if (!at) return null;
  const verb = { Pending: 'bought', Active: 'activated', Suspended: '', Cancelled: '', Expired: '' }[status];
  return (
    <Text span size="xs" c="dimmed">
      {verb} <Moment at={at} />
    </Text>
  );
}
