import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, dataOf, type Schemas } from '../../../api/client.ts';
import { servicePath } from '../../../base-path.ts';
import { metersKey } from '../../subscriptions/meters/queries.ts';

export type MeterHour = Schemas['MeterHour'];
export type StoredUsageEvent = Schemas['StoredUsageEvent'];

export interface MeterKey {
  readonly workspaceId: string;
  readonly subscriptionId: string;
  readonly dimension: string;
}

interface HourFilter {
  readonly from?: string | undefined;
  readonly until?: string | undefined;
}

interface EventFilter {
  readonly idPrefix?: string | undefined;
}

interface Page {
  readonly after?: string | undefined;
}

const meterPath = '/api/admin/v1/workspaces/{workspaceId}/usage-meters/{subscriptionId}/{dimension}' as const;

/** An open hour changes with every event, so it is polled. */
const pollInterval = 30_000;

export function meterHoursQuery(path: MeterKey, query: HourFilter & Page) {
  return queryOptions({
    queryKey: [...metersKey(path.workspaceId), 'hours', path, query],
    queryFn: () => dataOf(api.GET(`${meterPath}/hours`, { params: { path, query } })),
    placeholderData: keepPreviousData,
    refetchInterval: pollInterval,
  });
}

export function hourEventsQuery(path: MeterKey & { readonly hour: string }, query: EventFilter & Page) {
  return queryOptions({
    queryKey: [...metersKey(path.workspaceId), 'events', path, query],
    queryFn: () => dataOf(api.GET(`${meterPath}/hours/{hour}/events`, { params: { path, query } })),
    placeholderData: keepPreviousData,
    refetchInterval: pollInterval,
  });
}

export function hoursFile(key: MeterKey, filter: HourFilter): string {
  return `${fileFolder(key)}/hours.csv${queryText({ ...filter })}`;
}

export function eventsFile(key: MeterKey, hour: string, filter: EventFilter): string {
  return `${fileFolder(key)}/hours/${encodeURIComponent(hour)}/events.csv${queryText({ ...filter })}`;
}

function fileFolder({ workspaceId, subscriptionId, dimension }: MeterKey): string {
  const path = `${subscriptionId}/${encodeURIComponent(dimension)}`;
  return `${servicePath}/api/admin/v1/workspaces/${workspaceId}/usage-meters/${path}`;
}

function queryText(filter: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(filter).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`;
}
