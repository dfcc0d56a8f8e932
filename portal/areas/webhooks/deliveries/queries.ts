import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { operations } from '../../../api/admin-api.generated.ts';
import { api, dataOf, type Schemas } from '../../../api/client.ts';
import type { ListSearch } from '../../../parts/list/list-address.ts';
import type { Tone } from '../../../parts/status-badge.tsx';
import { endpointPath, webhooksKey } from '../endpoints/queries.ts';

export type WebhookDelivery = Schemas['WebhookDelivery'];
export type WebhookDeliveryDetails = Schemas['WebhookDeliveryDetails'];
export type Outcome = WebhookDelivery['outcome'];
export type DeliverySearch = ListSearch<'endpoint' | 'type' | 'tenant' | 'outcome' | 'from' | 'until'>;

export const outcomes: readonly Outcome[] = ['Pending', 'Delivered', 'Failed', 'Cancelled'];

export const pollEvery = 1_500;
const soon = 15_000;

/** Whether the next attempt is about to start. */
export function isUnderWay({ outcome, nextTryAt }: Pick<WebhookDelivery, 'outcome' | 'nextTryAt'>): boolean {
  return outcome === 'Pending' && nextTryAt !== null && Date.parse(nextTryAt) < Date.now() + soon;
}

/** The query parameters from the URL; the API validates them. */
export function deliveriesQuery(workspaceId: string, search: DeliverySearch, limit?: number) {
  const { after, sort, endpoint: endpointId, type, tenant: tenantId, outcome, from, until } = search;
  const query = { limit, after, sort, endpointId, type, tenantId, outcome, from, until };
  return queryOptions({
    queryKey: [...webhooksKey(workspaceId), 'deliveries', query],
    queryFn: () =>
      dataOf(
        api.GET('/api/admin/v1/workspaces/{workspaceId}/webhook-deliveries', {
          params: { path: { workspaceId }, query: query as object },
        }),
      ),
    placeholderData: keepPreviousData,
  });
}

export type ReplayedRange = operations['previewWebhookReplay']['requestBody']['content']['application/json'];

/** The number of deliveries that a replay would send. */
export function replayPreviewQuery(workspaceId: string, endpointId: string, body: ReplayedRange) {
  return queryOptions({
    queryKey: [...webhooksKey(workspaceId), 'replay-preview', endpointId, body],
    queryFn: ({ signal }) =>
      dataOf(
        api.POST(`${endpointPath}/replay/preview`, {
          params: { path: { workspaceId, endpointId } },
          body,
          signal,
        }),
      ),
    enabled: endpointId !== '' && body.from !== '' && body.until !== '' && body.outcomes.length > 0,
    retry: false,
  });
}

interface DeliveryKey {
  readonly endpointId: string;
  readonly eventId: string;
}

export const textOf = ({ endpointId, eventId, replay }: WebhookDelivery): string =>
  `${endpointId} ${eventId} ${replay}`;

/** The event's latest delivery, or the given replay. */
export function deliveryQuery(
  workspaceId: string,
  { endpointId, eventId }: DeliveryKey,
  replay: number | undefined,
) {
  return queryOptions({
    queryKey: [...webhooksKey(workspaceId), 'deliveries', endpointId, eventId, replay],
    queryFn: () =>
      dataOf(
        api.GET(`${endpointPath}/deliveries/{eventId}`, {
          params: { path: { workspaceId, endpointId, eventId }, query: { replay } },
        }),
      ),
    refetchInterval: ({ state }) => (state.data && isUnderWay(state.data) ? pollEvery : false),
  });
}

export function replay(workspaceId: string, { endpointId, eventId }: DeliveryKey) {
  return dataOf(
    api.POST(`${endpointPath}/deliveries/{eventId}/replay`, {
      params: { path: { workspaceId, endpointId, eventId } },
    }),
  );
}

/** The colour of an outcome; a delivery that waits after a failed attempt needs attention. */
export function toneOf({ outcome, tries }: Pick<WebhookDelivery, 'outcome' | 'tries'>): Tone {
  if (outcome === 'Pending') return tries > 0 ? 'attention' : 'waiting';
  return ({ Delivered: 'good', Failed: 'bad', Cancelled: 'over' } as const)[outcome];
}

/** The result of an attempt: the HTTP status or the error. */
export function attemptLabel({ status, error }: { status: number | null; error: string | null }): string {
  return status === null ? (error ?? 'No response') : String(status);
}
