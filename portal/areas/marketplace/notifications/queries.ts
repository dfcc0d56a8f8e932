import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { operations } from '../../../api/admin-api.generated.ts';
import { api, dataOf, type Schemas } from '../../../api/client.ts';
import { workspaceKey } from '../../../api/workspace-key.ts';
import type { Tone } from '../../../parts/status-badge.tsx';

export type MarketplaceNotification = Schemas['MarketplaceCall'];
export type NotificationFilter = NonNullable<operations['listMarketplaceCalls']['parameters']['query']>;

const notificationsKey = (workspaceId: string) => workspaceKey(workspaceId, 'marketplace-calls');

export function notificationsQuery(workspaceId: string, query: NotificationFilter) {
  return queryOptions({
    queryKey: [...notificationsKey(workspaceId), 'list', query],
    queryFn: () =>
      dataOf(
        api.GET('/api/admin/v1/workspaces/{workspaceId}/marketplace-calls', {
          params: { path: { workspaceId }, query },
        }),
      ),
    placeholderData: keepPreviousData,
  });
}

export function notificationQuery(workspaceId: string, callId: string) {
  return queryOptions({
    queryKey: [...notificationsKey(workspaceId), 'one', callId],
    queryFn: () =>
      dataOf(
        api.GET('/api/admin/v1/workspaces/{workspaceId}/marketplace-calls/{callId}', {
          params: { path: { workspaceId, callId } },
        }),
      ),
  });
}

export const notificationTones: Readonly<Record<MarketplaceNotification['state'], Tone>> = {
  Received: 'waiting',
  Applied: 'good',
  Refused: 'attention',
  Ignored: 'over',
  Failed: 'bad',
};

export const requestedByLabel = (by: MarketplaceNotification['requestedBy']): string =>
  by === 'Publisher' ? 'This workspace' : by === 'Marketplace' ? 'The marketplace' : 'Unknown';
