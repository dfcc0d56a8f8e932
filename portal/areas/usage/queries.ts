import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { operations } from '../../api/admin-api.generated.ts';
import { api, dataOf, type Schemas } from '../../api/client.ts';
import { usageKey } from '../subscriptions/meters/queries.ts';

export type UsageReport = Schemas['UsageReport'];
type HourCounts = operations['countUsageReports']['responses'][200]['content']['application/json'];
export type UsageHour = HourCounts['hours'][number];
export type HourDimension = HourCounts['dimensions'][number];
type ReportQuery = NonNullable<operations['listUsageReports']['parameters']['query']>;
export type SumsQuery = NonNullable<operations['summariseUsage']['parameters']['query']>;
export type UsageFilter = Pick<SumsQuery, 'subscriptionId' | 'tenantId' | 'product' | 'dimension'>;
type DriftQuery = NonNullable<operations['listUsageDrifts']['parameters']['query']>;

/** Due reports change state within seconds. */
export const isOnItsWay = ({ state }: UsageReport) => state === 'due' || state === 'claimed';

export function reportsQuery(workspaceId: string, query: ReportQuery) {
  return queryOptions({
    queryKey: [...usageKey(workspaceId), 'reports', query],
    queryFn: () =>
      dataOf(
        api.GET('/api/admin/v1/workspaces/{workspaceId}/usage-reports', {
          params: { path: { workspaceId }, query },
        }),
      ),
    placeholderData: keepPreviousData,
  });
}

/** The number of reports by state and their quantities, by hour. */
export function hoursQuery(workspaceId: string, from: string, filter: UsageFilter) {
  return queryOptions({
    queryKey: [...usageKey(workspaceId), 'hours', from, filter],
    queryFn: () =>
      dataOf(
        api.GET('/api/admin/v1/workspaces/{workspaceId}/usage-hours', {
          params: { path: { workspaceId }, query: { from, ...filter } },
        }),
      ),
    placeholderData: keepPreviousData,
    refetchInterval: 60_000,
  });
}

export function sumsQuery(workspaceId: string, query: SumsQuery) {
  return queryOptions({
    queryKey: [...usageKey(workspaceId), 'sums', query],
    queryFn: () =>
      dataOf(
        api.GET('/api/admin/v1/workspaces/{workspaceId}/usage-summary', {
          params: { path: { workspaceId }, query },
        }),
      ),
    placeholderData: keepPreviousData,
  });
}

export function driftsQuery(workspaceId: string, query: DriftQuery) {
  return queryOptions({
    queryKey: [...usageKey(workspaceId), 'drifts', query],
    queryFn: () =>
      dataOf(
        api.GET('/api/admin/v1/workspaces/{workspaceId}/usage-drifts', {
          params: { path: { workspaceId }, query },
        }),
      ),
    placeholderData: keepPreviousData,
  });
}

const day = 24 * 3_600_000;

/** The start of a period of days that ends today, in UTC. */
export function daysBack(days: number, now: Date): string {
  const today = Math.floor(now.getTime() / day) * day;
  return new Date(today - (days - 1) * day).toISOString();
}
