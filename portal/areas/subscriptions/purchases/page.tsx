import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { isApiError } from '../../../api/api-error.ts';
import { EmptyState } from '../../../parts/empty-state.tsx';
import { ErrorNotice } from '../../../parts/error-notice.tsx';
import { BackLink } from '../../../parts/links/back-link.tsx';
import { PageHeader } from '../../../parts/page-header.tsx';
import { Section } from '../../../parts/section.tsx';
import { usePermission, useWorkspace } from '../../../session/workspace.ts';
import { PurchaseActions } from './actions.tsx';
import { PurchaseFacts } from './facts.tsx';
import { boughtOf, buyerOf, type Purchase, type PurchaseResult, purchaseQuery } from './queries.ts';
import { Reason } from './reason.tsx';
import { WrongAccounts } from './wrong-accounts.tsx';

const back = <BackLink to="/$workspace/purchases">Purchases</BackLink>;

/** One purchase that is not active yet. */
export function PurchasePage() {
  const { workspaceId } = useWorkspace();
  const { marketplaceSubscriptionId = '' } = useParams({ strict: false });
  const query = useQuery(purchaseQuery(workspaceId, marketplaceSubscriptionId));
  if (query.isPending) {
    return (
      <>
        <PageHeader title="Purchase" above={back} />
        <Skeleton height={180} role="status" aria-label="Loading purchase" />
      </>
    );
  }
  if (isApiError(query.error, 'resource.not_found')) return <Settled id={marketplaceSubscriptionId} />;
  if (query.isError) {
    return (
      <>
        <PageHeader title="Purchase" above={back} />
        <ErrorNotice error={query.error} onRetry={() => query.refetch()} />
      </>
    );
  }
  return <PendingPurchase purchase={query.data} />;
}

function PendingPurchase({ purchase }: { readonly purchase: Purchase }) {
  const { slug: workspace } = useWorkspace();
  const mayChange = usePermission('change:subscriptions');
  const navigate = useNavigate();
  const { product, plan } = boughtOf(purchase);
  const settled = ({ subscriptionId }: PurchaseResult) =>
    subscriptionId === null
      ? navigate({ to: '/$workspace/purchases', params: { workspace } })
      : navigate({ to: '/$workspace/subscriptions/$subscriptionId', params: { workspace, subscriptionId } });
  return (
    <>
      <PageHeader
        title={`${buyerOf(purchase)}: ${product}`}
        above={back}
        lead={`${plan}. Bought on the marketplace.`}
      />
      <Reason purchase={purchase} />
      <PurchaseFacts purchase={purchase} />
      {purchase.wrongAccounts.length > 0 && <WrongAccounts purchase={purchase} />}
      {mayChange && (
        <Section title="Actions">
          <PurchaseActions purchase={purchase} onSettled={settled} />
        </Section>
      )}
    </>
  );
}

/** For a link from a mail, after the purchase has become active or has ended. */
function Settled({ id }: { readonly id: string }) {
  const { slug: workspace } = useWorkspace();
  return (
    <>
      <PageHeader title="Purchase" above={back} />
      <EmptyState
        icon="check"
        title="This purchase is no longer pending"
        text="It has become a subscription, or has ended at the marketplace before it was activated."
        action={
          <Button
            renderRoot={(props) => (
              <Link
                to="/$workspace/subscriptions"
                params={{ workspace }}
                search={{ marketplaceSubscriptionId: id }}
                {...props}
              />
            )}
          >
            Find subscription
          </Button>
        }
      />
    </>
  );
}
