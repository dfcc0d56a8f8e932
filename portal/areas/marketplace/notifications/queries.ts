import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { operations } from '../../../api/admin-api.generated.ts';
import { api, dataOf, type Schemas } from '../../../api/client.ts';
import { workspaceKey } from '../../../api/workspace-key.ts';
import type { Tone } from '../../../parts/status-badge.tsx';

export type Call = Schemas['MarketplaceCall'];
export type CallFilter = NonNullable<operations['listMarketplaceCalls']['parameters']['query']>;

const callsKey = (workspaceId: string) => workspaceKey(workspaceId, 'marketplace-calls');

export function callsQuery(workspaceId: string, query: CallFilter) {
  return queryOptions({
    queryKey: [...callsKey(workspaceId), 'list', query],
    queryFn: () =>
      dataOf(
        api.GET('/api/admin/v1/workspaces/{workspaceId}/marketplace-calls', {
          params: { path: { workspaceId }, query },
        }),
      ),
    placeholderData: keepPreviousData,
  });
}

export function callQuery(workspaceId: string, callId: string) {
  return queryOptions({
    queryKey: [...callsKey(workspaceId), 'one', callId],
    queryFn: () =>
      dataOf(
        api.GET('/api/admin/v1/workspaces/{workspaceId}/marketplace-calls/{callId}', {
          params: { path: { workspaceId, callId } },
        }),
      ),
  });
}

export const callTones: Readonly<Record<Call['state'], Tone>> = {
  Received: 'waiting',
  Applied: 'good',
  Refused: 'attention',
  Ignored: 'over',
  Failed: 'bad',
};

export const requestedByLabel = (by: Call['requestedBy']): string =>
  by === 'Publisher' ? 'This workspace' : by === 'Marketplace' ? 'The marketplace' : 'Unknown';
