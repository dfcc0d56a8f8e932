import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { operations } from '../../../api/admin-api.generated.ts';
import { api, dataOf, type Schemas } from '../../../api/client.ts';
import { workspaceKey } from '../../../api/workspace-key.ts';
import type { FindQuestion } from '../../../parts/list/list-address.ts';
import type { Tone } from '../../../parts/status-badge.tsx';

export type WebhookEndpoint = Schemas['WebhookEndpoint'];
export type WebhookHealth = operations['readWebhookHealth']['responses'][200]['content']['application/json'];
export type EventType =
  operations['listWebhookEventTypes']['responses'][200]['content']['application/json']['items'][number];

export const endpointsPath = '/api/admin/v1/workspaces/{workspaceId}/webhook-endpoints' as const;
export const endpointPath = `${endpointsPath}/{endpointId}` as const;

export const webhooksKey = (workspaceId: string) => workspaceKey(workspaceId, 'webhooks');

export function endpointsQuery(workspaceId: string, { after, sort, search }: FindQuestion = {}) {
  const query = { after, sort, search } as object;
  return queryOptions({
    queryKey: [...webhooksKey(workspaceId), 'endpoints', query],
    queryFn: () => dataOf(api.GET(endpointsPath, { params: { path: { workspaceId }, query } })),
    placeholderData: keepPreviousData,
  });
}

/** Endpoint health changes without user actions, so it is polled. */
const lookAgain = 10_000;

export function endpointQuery(workspaceId: string, endpointId: string) {
  return queryOptions({
    queryKey: [...webhooksKey(workspaceId), 'endpoints', endpointId],
    queryFn: () => dataOf(api.GET(endpointPath, { params: { path: { workspaceId, endpointId } } })),
    refetchInterval: lookAgain,
  });
}

export function healthQuery(workspaceId: string) {
  return queryOptions({
    queryKey: [...webhooksKey(workspaceId), 'health'],
    refetchInterval: lookAgain,
    queryFn: () =>
      dataOf(
        api.GET('/api/admin/v1/workspaces/{workspaceId}/webhook-health', {
          params: { path: { workspaceId } },
        }),
      ),
  });
}

export function eventTypesQuery(workspaceId: string) {
  return queryOptions({
    queryKey: [...webhooksKey(workspaceId), 'event-types'],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async () => {
      const params = { path: { workspaceId } };
      return (await dataOf(api.GET('/api/admin/v1/workspaces/{workspaceId}/webhook-event-types', { params })))
        .items;
    },
  });
}

/** A display name. */
export const nameOf = ({ description, url }: WebhookEndpoint): string => description || url;

const disabledLabels = {
  ByPartner: 'Disabled',
  Gone: 'Disabled: it responded with 410 Gone',
  Failing: 'Disabled: it failed for five days',
} as const;

/** The state of an endpoint and its start. */
export function endpointState({ disabled, failingSince }: WebhookEndpoint): {
  readonly tone: Tone;
  readonly label: string;
  readonly since: string | null;
} {
  if (disabled) {
    const tone = disabled.reason === 'ByPartner' ? 'over' : 'bad';
    return { tone, label: disabledLabels[disabled.reason], since: disabled.at };
  }
  if (failingSince) return { tone: 'attention', label: 'Failing', since: failingSince };
  return { tone: 'good', label: 'Enabled', since: null };
}
