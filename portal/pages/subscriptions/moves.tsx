import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Section } from '../../parts/section.tsx';
import { usePermission } from '../../session/workspace.ts';
import { usePlans } from './catalogue-choices.ts';
import { MoveDialog } from './move-dialog.tsx';
import { type Move, movesInOrder, moveWords } from './move-words.ts';
import styles from './moves.module.css';
import type { SubscriptionDetail } from './subscriptions.ts';

/** What can be done to a subscription as it stands, each with what it does. */
export function Moves({ subscription }: { readonly subscription: SubscriptionDetail }) {
  const mayChange = usePermission('change:subscriptions');
  const [chosen, setChosen] = useState<Move | null>(null);
  const { product, plan, quantity } = subscription;
  const hasSeats =
    usePlans(product.slug).find(({ slug }) => slug === plan.slug)?.licenceModel === 'Seats' ||
    quantity !== null;
  const allowed = movesInOrder.filter(
    (move) => subscription.allowedMoves.includes(move) && (move !== 'changeQuantity' || hasSeats),
  );
  return (
    <Section title="What can be done">
      {allowed.length === 0 || !mayChange ? (
        <WhyNothing subscription={subscription} />
      ) : (
        <Stack gap={0}>
          {allowed.map((move) => (
            <Group key={move} className={styles.move} justify="space-between" gap="xs">
              <Text size="sm" className={styles.effect}>
                {moveWords[move].effect}
              </Text>
              <Button
                size="xs"
                variant={moveWords[move].isFinal ? 'outline' : 'default'}
                color={moveWords[move].isFinal ? 'var(--mantine-color-error)' : undefined}
                onClick={() => setChosen(move)}
              >
                {moveWords[move].verb}
              </Button>
            </Group>
          ))}
        </Stack>
      )}
      {chosen && <MoveDialog subscription={subscription} move={chosen} onClose={() => setChosen(null)} />}
    </Section>
  );
}

function WhyNothing({
  subscription: { source, status, endedAt },
}: {
  readonly subscription: SubscriptionDetail;
}) {
  const words = endedAt
    ? `It is ${status} and stays so. If the customer comes back, that is a new purchase or a new contract.`
    : source === 'Marketplace'
      ? 'It was bought on the marketplace, and is changed there: by its buyer, or by you in the partner centre. Whatever ' +
        'changes there is followed here within seconds.'
      : 'Your role does not change subscriptions. Ask somebody in Subscription support.';
  return (
    <Text size="sm" c="dimmed">
      {words}
    </Text>
  );
}
