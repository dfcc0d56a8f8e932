import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { operations } from '../../api/admin-api.generated.ts';
import { api, dataOf, dataWithTag, type Schemas } from '../../api/client.ts';
import { workspaceKey } from '../../api/workspace-key.ts';
import type { Tone } from '../../parts/status-badge.tsx';

export type Subscription = Schemas['Subscription'];
export type SubscriptionDetail = Schemas['SubscriptionDetail'];
export type SubscriptionStatus = Subscription['status'];
export type HistoryStep = SubscriptionDetail['history'][number];

export type SubscriptionFilter = NonNullable<operations['listSubscriptions']['parameters']['query']>;

export const subscriptionsKey = (workspaceId: string) => workspaceKey(workspaceId, 'subscriptions');

export function subscriptionsQuery(workspaceId: string, filter: SubscriptionFilter) {
  return queryOptions({
    queryKey: [...subscriptionsKey(workspaceId), filter],
    queryFn: () =>
      dataOf(
        api.GET('/api/admin/v1/workspaces/{workspaceId}/subscriptions', {
          params: { path: { workspaceId }, query: filter },
        }),
      ),
    placeholderData: keepPreviousData,
  });
}

/** The subscription with its ETag. */
export const readSubscription = (workspaceId: string, subscriptionId: string) =>
  dataWithTag(
    api.GET('/api/admin/v1/workspaces/{workspaceId}/subscriptions/{subscriptionId}', {
      params: { path: { workspaceId, subscriptionId } },
    }),
  );

export function subscriptionQuery(workspaceId: string, subscriptionId: string) {
  return queryOptions({
    queryKey: [...subscriptionsKey(workspaceId), subscriptionId],
    queryFn: async () => (await readSubscription(workspaceId, subscriptionId)).value,
    // Polls while a marketplace request is open.
    refetchInterval: ({ state }) => (state.data?.marketplaceRequests.length ? 2_000 : false),
  });
}

export const subscriptionStatuses: readonly SubscriptionStatus[] = [
  'Pending',
  'Active',
  'Suspended',
  'Cancelled',
  'Expired',
];

export const subscriptionSources: readonly Subscription['source'][] = ['Marketplace', 'Direct', 'Reseller'];

const tones: Readonly<Record<SubscriptionStatus | 'None', Tone>> = {
  Pending: 'waiting',
  Active: 'good',
  Suspended: 'attention',
  Cancelled: 'ended',
  Expired: 'over',
  None: 'over',
};
export const toneOf = (status: SubscriptionStatus | 'None'): Tone => tones[status];

/** The organisation's name, or the tenant id. */
export const customerOf = ({ organisation, tenantId }: Pick<Subscription, 'organisation' | 'tenantId'>) =>
  organisation?.name ?? tenantId;
