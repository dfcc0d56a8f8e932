import { Text } from '@mantine/core';
import { useState } from 'react';
import { Moment } from '../../../parts/moment.tsx';
import { Section } from '../../../parts/section.tsx';
import { StatusBadge } from '../../../parts/status-badge.tsx';
import type { SubscriptionDetail } from '../queries.ts';
import { MoveLine } from './line.tsx';
import { AskMarketplace, type MarketplaceRequest } from './marketplace-request.tsx';

const requestLabels: Readonly<
  Record<MarketplaceRequest, { verb: string; effect: string; isFinal?: boolean }>
> = {
  changePlan: {
    verb: 'Ask for another plan',
    effect: 'The marketplace puts another plan of the offer in its place.',
  },
  changeQuantity: { verb: 'Ask for other seats', effect: 'The marketplace sells more seats, or fewer.' },
  cancel: {
    verb: 'Ask to cancel',
    effect: 'The marketplace ends it for good: the customer loses access as soon as it has.',
    isFinal: true,
  },
};

/** What the marketplace sold is changed by the marketplace: it is asked, and what it does is followed. */
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
      title="What can be done"
      lead="It was bought on the marketplace, and is changed there: by its buyer, or because you ask for it. Here it is followed within seconds."
    >
      {marketplaceRequests.map(({ callId, action, requestedAt, detail }) => (
        <Text key={callId} size="sm" component="div" mb="xs" role="status">
          <StatusBadge tone="waiting">{`Asked for: ${action}`}</StatusBadge> <Moment at={requestedAt} />
          {detail && `: ${detail}`}
        </Text>
      ))}
      {offered.map((request) => (
        <MoveLine key={request} {...requestLabels[request]} onClick={() => setChosen(request)} />
      ))}
      {chosen && (
        <AskMarketplace
          subscription={subscription}
          request={chosen}
          {...requestLabels[chosen]}
          onClose={() => setChosen(null)}
        />
      )}
    </Section>
  );
}
