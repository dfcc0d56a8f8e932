import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { operations } from '../../../api/admin-api.generated.ts';
import { api, dataOf, type Schemas } from '../../../api/client.ts';
import { fileAddress } from '../../../api/file-address.ts';
import type { ListSearch } from '../../../parts/list/list-address.ts';
import { metersKey } from '../../subscriptions/meters/queries.ts';

export type MeterHour = Schemas['MeterHour'];
export type StoredUsageEvent = Schemas['StoredUsageEvent'];

export interface MeterKey {
  readonly workspaceId: string;
  readonly subscriptionId: string;
  readonly dimension: string;
}

export type HourQuestion = NonNullable<operations['listMeterHours']['parameters']['query']>;
export type EventQuestion = NonNullable<operations['listHourEvents']['parameters']['query']>;

const meterPath = '/api/admin/v1/workspaces/{workspaceId}/usage-meters/{subscriptionId}/{dimension}' as const;

/** An open hour changes with every event, so it is polled. */
const pollInterval = 30_000;

export function meterHoursQuery(path: MeterKey, query: HourQuestion) {
  return queryOptions({
    queryKey: [...metersKey(path.workspaceId), 'hours', path, query],
    queryFn: () => dataOf(api.GET(`${meterPath}/hours`, { params: { path, query } })),
    placeholderData: keepPreviousData,
    refetchInterval: pollInterval,
  });
}

export function hourEventsQuery(path: MeterKey & { readonly hour: string }, query: EventQuestion) {
  return queryOptions({
    queryKey: [...metersKey(path.workspaceId), 'events', path, query],
    queryFn: () => dataOf(api.GET(`${meterPath}/hours/{hour}/events`, { params: { path, query } })),
    placeholderData: keepPreviousData,
    refetchInterval: pollInterval,
  });
}

export function hoursFile(key: MeterKey, filter: ListSearch<'from' | 'until'>): string {
  return fileAddress(key.workspaceId, `${fileFolder(key)}/hours.csv`, { ...filter });
}

export function eventsFile(key: MeterKey, hour: string, filter: ListSearch<'idPrefix'>): string {
  return fileAddress(key.workspaceId, `${fileFolder(key)}/hours/${encodeURIComponent(hour)}/events.csv`, {
    ...filter,
  });
}

const fileFolder = ({ subscriptionId, dimension }: MeterKey) =>
  `usage-meters/${subscriptionId}/${encodeURIComponent(dimension)}`;
