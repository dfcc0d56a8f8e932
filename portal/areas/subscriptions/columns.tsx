import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { formatNumber } from '../../parts/format/format-number.ts';
import type { Column } from '../../parts/list/row-table.tsx';
import { StatusBadge } from '../../parts/status-badge.tsx';
import { useWorkspace } from '../../session/workspace.ts';
import { type Subscription, toneOf } from './queries.ts';
import { Term } from './term.tsx';

export const seatsColumn: Column<Pick<Subscription, 'quantity'>> = {
  name: 'Seats',
  align: 'end',
  cell: ({ quantity }) => (quantity === null ? '–' : formatNumber(quantity)),
};

/** In every list of subscriptions. */
export const subscriptionColumns: readonly Column<Subscription>[] = [
  { name: 'Status', cell: ({ status }) => <StatusBadge tone={toneOf(status)}>{status}</StatusBadge> },
  seatsColumn,
  { name: 'Term', cell: (subscription) => <Term subscription={subscription} /> },
  { name: 'Source', cell: ({ source }) => source },
];

interface SubscriptionLinkProps {
  readonly subscriptionId: string;
  readonly children: string;
}

/** The first cell of a row. */
export function SubscriptionLink({ subscriptionId, children }: SubscriptionLinkProps) {
  const { slug: workspace } = useWorkspace();
  return (
    <Anchor
      size="sm"
      fw={500}
      renderRoot={(props) => (
        <Link
          to="/$workspace/subscriptions/$subscriptionId"
          params={{ workspace, subscriptionId }}
          {...props}
        />
      )}
    >
      {children}
    </Anchor>
  );
}
