import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { operations } from '../../../api/admin-api.generated.ts';
import { api, dataOf } from '../../../api/client.ts';
import { type SubscriptionDetail, subscriptionsKey } from '../queries.ts';

type Result<Operation extends 'listSeats' | 'assignSeats'> =
  operations[Operation]['responses'][200]['content']['application/json'];
export type SeatPage = Result<'listSeats'>;
export type Seat = SeatPage['items'][number];
export type SeatQuestion = NonNullable<operations['listSeats']['parameters']['query']>;
export type SeatLines = Result<'assignSeats'>;

const path = '/api/admin/v1/workspaces/{workspaceId}/subscriptions/{subscriptionId}/seats';

export const seatsKey = (workspaceId: string, subscriptionId: string) =>
  [...subscriptionsKey(workspaceId), subscriptionId, 'seats'] as const;

/** Refetched when the quantity changes. */
export function seatsQuery(
  workspaceId: string,
  { subscriptionId, quantity }: Pick<SubscriptionDetail, 'subscriptionId' | 'quantity'>,
  question: SeatQuestion,
) {
  return queryOptions({
    queryKey: [...seatsKey(workspaceId, subscriptionId), { quantity, ...question }],
    queryFn: () =>
      dataOf(
        api.GET(path, {
          params: { path: { workspaceId, subscriptionId }, query: { ...question, limit: 20 } },
        }),
      ),
    placeholderData: keepPreviousData,
  });
}

export const assignSeats = (workspaceId: string, subscriptionId: string, people: string[]) =>
  dataOf(api.POST(path, { params: { path: { workspaceId, subscriptionId } }, body: { people } }));

export const releaseSeat = (workspaceId: string, subscriptionId: string, memberId: string) =>
  api.DELETE(`${path}/{memberId}`, { params: { path: { workspaceId, subscriptionId, memberId } } });

/** A display name. */
export const personOf = ({ email, objectId }: Pick<Seat, 'email' | 'objectId'>): string => email ?? objectId;
