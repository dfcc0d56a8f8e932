import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { marketplacesQuery } from '../../../api/marketplaces.ts';
import { StatusBadge } from '../../../parts/status-badge.tsx';
import { useWorkspace } from '../../../session/workspace.ts';
import { type Verdict, verdictOf } from './listing.ts';
import type { PlanMapping } from './queries.ts';
import { useListing } from './use-listing.ts';

/** Whether the marketplace lists the mapped plan; all rows of a marketplace share one request. */
export function ListingCell({ mapping }: { readonly mapping: PlanMapping }) {
  const { workspaceId } = useWorkspace();
  const marketplaces = useQuery(marketplacesQuery(workspaceId));
  const marketplace = marketplaces.data?.find(({ sourceName }) => sourceName === mapping.sourceName);
  const listing = useListing(marketplace);
  if (marketplaces.isSuccess && !marketplace) {
    const text = `No connection is named ${mapping.sourceName}.`;
    return <VerdictView verdict={{ tone: 'bad', label: 'Not connected', text }} />;
  }
  if (marketplace && !marketplace.traits.listsPlans) {
    const text = 'The marketplace does not list its plans.';
    return <VerdictView verdict={{ tone: 'over', label: 'Not checked', text }} />;
  }
  if (listing.data) return <VerdictView verdict={verdictOf(listing.data, mapping)} />;
  if (listing.isError) {
    return <VerdictView verdict={{ tone: 'over', label: 'Not checked', text: 'Try again later.' }} />;
  }
  return (
    <Text size="xs" c="dimmed">
      Checking…
    </Text>
  );
}

function VerdictView({ verdict: { tone, label, text } }: { readonly verdict: Verdict }) {
  return (
    <div>
      <StatusBadge tone={tone}>{label}</StatusBadge>
      {tone !== 'good' && (
        <Text size="xs" c="dimmed" maw="18rem">
          {text}
        </Text>
      )}
    </div>
  );
}
