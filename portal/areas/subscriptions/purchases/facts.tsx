import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { CopyableId } from '../../../parts/copyable-id.tsx';
import { Facts } from '../../../parts/facts.tsx';
import { formatNumber } from '../../../parts/format/format-number.ts';
import { Moment } from '../../../parts/moment.tsx';
import { useWorkspace } from '../../../session/workspace.ts';
import type { Purchase } from './queries.ts';

/** The facts of a pending purchase: the buyer's progress on the landing page, and the bought plan. */
export function PurchaseFacts({ purchase }: { readonly purchase: Purchase }) {
  const { slug: workspace } = useWorkspace();
  const { boughtAt, openedAt, failedAt, comparedAt, subscriptionId, buyerEmail, connection } = purchase;
  return (
    <Facts
      facts={{
        Bought: <Moment at={boughtAt} />,
        'Landing page': openedAt ? (
          <>
            Opened <Moment at={openedAt} />
          </>
        ) : subscriptionId ? (
          'Opened'
        ) : purchase.wrongAccounts.length > 0 ? (
          'Opened with another account'
        ) : (
          'Not opened'
        ),
        Confirmed: subscriptionId ? 'Yes' : 'No',
        ...(failedAt && { 'Last refusal': <Moment at={failedAt} /> }),
        'Seen at the marketplace': comparedAt ? <Moment at={comparedAt} /> : 'Not yet',
        ...(buyerEmail && { Buyer: buyerEmail }),
        ...(purchase.account && {
          'Account of the buyer': <CopyableId id={purchase.account} of="account" />,
        }),
        ...(purchase.quantity !== null && { Seats: formatNumber(purchase.quantity) }),
        Offer: purchase.offerId ?? 'Unknown',
        'Plan at the marketplace': purchase.planId ?? 'Unknown',
        ...(connection && {
          Connection: (
            <Anchor
              size="sm"
              renderRoot={(props) => (
                <Link
                  to="/$workspace/settings/marketplace/$connectionId"
                  params={{ workspace, connectionId: connection.connectionId }}
                  {...props}
                />
              )}
            >
              {connection.sourceName}
            </Anchor>
          ),
        }),
        ...(purchase.tenantId && { 'Tenant id': <CopyableId id={purchase.tenantId} of="tenant" /> }),
        'Marketplace id': (
          <CopyableId id={purchase.marketplaceSubscriptionId} of="marketplace subscription" />
        ),
      }}
    />
  );
}
