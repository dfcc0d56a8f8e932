import { useQueryClient } from '@tanstack/react-query';
import { BulkBar } from '../../../parts/list/bulk-bar.tsx';
import type { Selection } from '../../../parts/list/selection.tsx';
import { useWorkspace } from '../../../session/workspace.ts';
import { releaseSeat, type Seat, seatsKey } from './queries.ts';

export const keyOf = ({ memberId }: Seat) => memberId;

interface BulkReleaseProps {
  readonly items: readonly Seat[];
  readonly subscriptionId: string;
  readonly selection: Selection<Seat>;
}

/** Releases the selected seats. */
export function BulkRelease({ items, subscriptionId, selection }: BulkReleaseProps) {
  const { workspaceId } = useWorkspace();
  const queryClient = useQueryClient();
  return (
    <BulkBar
      items={items}
      keyOf={keyOf}
      selection={selection}
      noun="seat"
      actions={[
        {
          verb: 'Release',
          done: 'released',
          effect:
            'These people lose access at the application’s next check. The seats can be assigned again.',
          isDangerous: true,
          appliesTo: () => true,
          act: ({ memberId }) => releaseSeat(workspaceId, subscriptionId, memberId),
        },
      ]}
      onSettled={() => queryClient.invalidateQueries({ queryKey: seatsKey(workspaceId, subscriptionId) })}
    />
  );
}
