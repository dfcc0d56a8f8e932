import { useQueryClient } from '@tanstack/react-query';
import { api, dataOf } from '../../../api/client.ts';
import { BulkBar } from '../../../parts/list/bulk-bar.tsx';
import type { Selection } from '../../../parts/list/selection.tsx';
import { useWorkspace } from '../../../session/workspace.ts';
import { customersKey } from '../customers/queries.ts';
import { readSubscription, type Subscription, subscriptionsKey } from '../queries.ts';
import { moveTexts } from './texts.ts';

const path = '/api/admin/v1/workspaces/{workspaceId}/subscriptions/{subscriptionId}/moves';

const bulkMoves = [
  {
    move: 'suspend',
    done: 'suspended',
    effect: 'These customers keep read-only access until the subscriptions are reinstated.',
  },
  {
    move: 'reinstate',
    done: 'reinstated',
    effect: 'These customers get full access again at once.',
  },
  {
    move: 'cancelAtTermEnd',
    done: 'cancelled at term end',
    effect: 'These subscriptions end with their terms. A renewal revokes the cancellation.',
  },
  {
    move: 'cancelNow',
    done: 'cancelled',
    effect:
      'These customers lose access at once. This cannot be undone: only a new contract gives access again.',
  },
] as const;

interface BulkMovesProps {
  readonly items: readonly Subscription[];
  readonly selection: Selection<Subscription>;
}

/** Moves of selected subscriptions; the marketplace's are changed at the marketplace, one by one. */
export function BulkMoves({ items, selection }: BulkMovesProps) {
  const { workspaceId } = useWorkspace();
  const queryClient = useQueryClient();
  const actions = bulkMoves.map(({ move, done, effect }) => ({
    verb: moveTexts[move].verb,
    done,
    effect,
    isDangerous: move === 'cancelNow',
    appliesTo: ({ source, allowedMoves }: Subscription) =>
      source !== 'Marketplace' && allowedMoves.includes(move),
    act: async ({ subscriptionId }: Subscription) => {
      const { tag } = await readSubscription(workspaceId, subscriptionId);
      return dataOf(
        api.POST(path, {
          params: { path: { workspaceId, subscriptionId }, header: { 'if-match': tag } },
          body: { type: move },
        }),
      );
    },
  }));
  return (
    <BulkBar
      items={items}
      keyOf={({ subscriptionId }) => subscriptionId}
      selection={selection}
      noun="subscription"
      actions={actions}
      none="Purchases of the marketplace are changed on their own pages, ended subscriptions not at all."
      onSettled={() => {
        void queryClient.invalidateQueries({ queryKey: subscriptionsKey(workspaceId) });
        void queryClient.invalidateQueries({ queryKey: customersKey(workspaceId) });
      }}
    />
  );
}
