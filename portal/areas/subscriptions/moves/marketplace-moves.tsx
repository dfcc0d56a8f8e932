import { Text } from '@mantine/core';
import { useState } from 'react';
import { Moment } from '../../../parts/moment.tsx';
import { Section } from '../../../parts/section.tsx';
import { StatusBadge } from '../../../parts/status-badge.tsx';
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

/** Requests changes of a marketplace subscription; the marketplace makes them. */
export function MarketplaceMoves({ subscription }: { readonly subscription: SubscriptionDetail }) {
  const [chosen, setChosen] = useState<MarketplaceRequest | null>(null);
  const { status, quantity, marketplaceRequests } = subscription;
  const isActive = status === 'Active';
  const offered: readonly MarketplaceRequest[] = [
    ...(isActive ? (['changePlan'] as const) : []),
    ...(isActive && quantity !== null ? (['changeQuantity'] as const) : []),
    'cancel',
  ];
  return (
    <Section
      title="Actions"
      lead="The marketplace manages this subscription. The buyer changes it there, or you request a change here."
    >
      {marketplaceRequests.map(({ callId, action, requestedAt, detail }) => (
        <Text key={callId} size="sm" component="div" mb="xs" role="status">
          <StatusBadge tone="waiting">{`Requested: ${action}`}</StatusBadge> <Moment at={requestedAt} />
          {detail && `: ${detail}`}
        </Text>
      ))}
      {offered.map((request) => (
        <MoveLine key={request} {...requestLabels[request]} onClick={() => setChosen(request)} />
      ))}
      {chosen && (
        <RequestMarketplaceChange
          subscription={subscription}
          request={chosen}
          {...requestLabels[chosen]}
          onClose={() => setChosen(null)}
        />
      )}
    </Section>
  );
}
