import { Text } from '@mantine/core';
import { useState } from 'react';
import { Section } from '../../../parts/section.tsx';
import { usePermission } from '../../../session/workspace.ts';
import { usePlans } from '../catalogue-choices.ts';
import type { Purchase } from '../purchases/queries.ts';
import type { SubscriptionDetail } from '../queries.ts';
import { MoveDialog } from './dialog.tsx';
import { MoveLine } from './line.tsx';
import { MarketplaceMoves } from './marketplace-moves.tsx';
import { type Move, movesInOrder, moveTexts } from './texts.ts';

interface MovesProps {
  readonly subscription: SubscriptionDetail;
  /** The purchase, while it is not active. */
  readonly purchase: Purchase | undefined;
}

/** The moves that the subscription's status permits. */
export function Moves({ subscription, purchase }: MovesProps) {
  const mayChange = usePermission('change:subscriptions');
  const { status, source, endedAt } = subscription;
  if (endedAt) {
    return (
      <Nothing>
        {`The subscription is ${status} and cannot change. A returning customer needs a new purchase or contract.`}
      </Nothing>
    );
  }
  if (!mayChange) return null;
  if (source === 'Marketplace') return <MarketplaceMoves subscription={subscription} purchase={purchase} />;
  return <OwnMoves subscription={subscription} />;
}

function OwnMoves({ subscription }: { readonly subscription: SubscriptionDetail }) {
  const [chosen, setChosen] = useState<Move | null>(null);
  const { product, plan, quantity, allowedMoves } = subscription;
  const hasSeats =
    usePlans(product.slug).find(({ slug }) => slug === plan.slug)?.licenceModel === 'Seats' ||
    quantity !== null;
  const offered = movesInOrder.filter(
    (move) => allowedMoves.includes(move) && (move !== 'changeQuantity' || hasSeats),
  );
  return (
    <Section title="Actions">
      {offered.map((move) => (
        <MoveLine key={move} {...moveTexts[move]} onClick={() => setChosen(move)} />
      ))}
      {chosen && <MoveDialog subscription={subscription} move={chosen} onClose={() => setChosen(null)} />}
    </Section>
  );
}

function Nothing({ children }: { readonly children: string }) {
  return (
    <Section title="Actions">
      <Text size="sm" c="dimmed">
        {children}
      </Text>
    </Section>
  );
}
