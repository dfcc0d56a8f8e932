import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Marketplace } from '../../../api/marketplaces.ts';
import { useWorkspace } from '../../../session/workspace.ts';
import type { Listing } from './listing.ts';
import { offersQuery, readOffers } from './queries.ts';

/** What a marketplace lists, as far as it is known. */
export interface ReadListing {
  readonly data: (Listing & { readonly checkedAt: string }) | undefined;
  readonly isError: boolean;
  readonly isReading: boolean;
  /** Asks the marketplace now. */
  readonly checkAgain: () => void;
}

/** What the chosen marketplace lists; nothing without one, or if it lists no plans. */
export function useListing(marketplace: Marketplace | undefined): ReadListing {
  const { workspaceId } = useWorkspace();
  const queries = useQueryClient();
  const connectionId = marketplace?.traits.listsPlans ? marketplace.connectionId : '';
  const options = offersQuery(workspaceId, connectionId);
  const { data, isError, isFetching, refetch } = useQuery({ ...options, enabled: connectionId !== '' });
  const again = useMutation({
    mutationFn: () => readOffers(workspaceId, connectionId, { refresh: true }),
    onSuccess: (listing) => queries.setQueryData(options.queryKey, listing),
    // The query then reports why the service does not answer.
    onError: () => refetch(),
  });
  return {
    data,
    isError,
    isReading: isFetching || again.isPending,
    checkAgain: () => again.mutate(),
  };
}
