import { Text } from '@mantine/core';
import { useState } from 'react';
import { Moment } from '../../../parts/moment.tsx';
import { Section } from '../../../parts/section.tsx';
import { StatusBadge } from '../../../parts/status-badge.tsx';
import { PurchaseActions } from '../purchases/actions.tsx';
import type { Purchase } from '../purchases/queries.ts';
import type { SubscriptionDetail } from '../queries.ts';
import { MoveLine } from './line.tsx';
import { type MarketplaceRequest, RequestMarketplaceChange } from './marketplace-request.tsx';

const requestLabels: Readonly<
  Record<MarketplaceRequest, { verb: string; effect: string; isFinal?: boolean }>
> = {
  changePlan: {
    verb: 'Request plan change',
    effect: 'The marketplace changes the plan within the offer.',
  },
  changeQuantity: { verb: 'Request seat change', effect: 'The marketplace changes the number of seats.' },
  cancel: {
    verb: 'Request cancellation',
    effect: 'The marketplace ends the subscription: the customer then loses access.',
    isFinal: true,
  },
};

const cancelPurchase = {
  ...requestLabels.cancel,
  effect: 'The marketplace ends the purchase. Nothing is billed.',
};

interface MarketplaceMovesProps {
  readonly subscription: SubscriptionDetail;
  /** The purchase, while it is not active. */
  readonly purchase: Purchase | undefined;
}

/** Requests changes of a marketplace subscription; the marketplace makes them. */
export function MarketplaceMoves({ subscription, purchase }: MarketplaceMovesProps) {
  const [chosen, setChosen] = useState<MarketplaceRequest | null>(null);
  const { status, quantity, marketplaceRequests, canRequestChange } = subscription;
  const isActive = status === 'Active';
  const offered: readonly MarketplaceRequest[] = canRequestChange
    ? [
        ...(isActive ? (['changePlan'] as const) : []),
        ...(isActive && quantity !== null ? (['changeQuantity'] as const) : []),
        'cancel',
      ]
    : [];
  const labelsOf = (request: MarketplaceRequest) =>
    purchase && request === 'cancel' ? cancelPurchase : requestLabels[request];
  const lead = !canRequestChange
    ? 'The marketplace manages this subscription. Only the buyer changes or cancels it, there.'
    : purchase
      ? 'Complete the purchase, or cancel it. Nothing is billed before the activation.'
      : 'The marketplace manages this subscription. The buyer changes it there, or you request a change here.';
  return (
    <Section title="Actions" lead={lead}>
      {marketplaceRequests.map(({ callId, action, requestedAt, detail }) => (
        <Text key={callId} size="sm" component="div" mb="xs" role="status">
          <StatusBadge tone="waiting">{`Requested: ${action}`}</StatusBadge> <Moment at={requestedAt} />
          {detail && `: ${detail}`}
        </Text>
      ))}
      {purchase && <PurchaseActions purchase={purchase} />}
      {offered.map((request) => (
        <MoveLine key={request} {...labelsOf(request)} onClick={() => setChosen(request)} />
      ))}
      {chosen && (
        <RequestMarketplaceChange
          subscription={subscription}
          request={chosen}
          {...labelsOf(chosen)}
          onClose={() => setChosen(null)}
        />
      )}
    </Section>
  );
}
