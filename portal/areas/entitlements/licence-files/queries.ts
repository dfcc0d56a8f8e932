import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { operations } from '../../../api/admin-api.generated.ts';
import { api, dataOf, type Schemas } from '../../../api/client.ts';
import { customersKey } from '../../subscriptions/customers/queries.ts';

export type LicenceFile = Schemas['LicenceFile'];
export type ListedUsageFile = Schemas['ListedUsageFile'];
export type UsageFile = Schemas['UsageFile'];
export type TakenUsageFile = Schemas['TakenUsageFile'];

export const installationName = ({ installation }: Pick<LicenceFile, 'installation'>): string =>
  installation?.name ?? 'Any installation';

const path = '/api/admin/v1/workspaces/{workspaceId}/licence-files' as const;
const usagePath = '/api/admin/v1/workspaces/{workspaceId}/usage-files' as const;

/** Of a page of a section. */
const limit = 20;

const licenceFilesKey = (workspaceId: string, tenantId: string) => [
  ...customersKey(workspaceId),
  tenantId,
  'licence-files',
];

export type LicenceFileQuestion = Pick<
  NonNullable<operations['listLicenceFiles']['parameters']['query']>,
  'sort' | 'after' | 'product'
>;

export function licenceFilesQuery(workspaceId: string, tenantId: string, question: LicenceFileQuestion) {
  return queryOptions({
    queryKey: [...licenceFilesKey(workspaceId, tenantId), question],
    queryFn: () =>
      dataOf(api.GET(path, { params: { path: { workspaceId }, query: { ...question, tenantId, limit } } })),
    placeholderData: keepPreviousData,
  });
}

export type WantedLicenceFile = operations['issueLicenceFile']['requestBody']['content']['application/json'];

/** The end that the file would have, and what its request file says; an error says why it would not be issued. */
export function previewQuery(workspaceId: string, { replaces: _, ...body }: WantedLicenceFile) {
  return queryOptions({
    queryKey: [...licenceFilesKey(workspaceId, body.tenantId), 'preview', body],
    queryFn: () => dataOf(api.POST(`${path}/preview`, { params: { path: { workspaceId } }, body })),
    retry: false,
    gcTime: 0,
  });
}

export const issueLicenceFile = (workspaceId: string, body: WantedLicenceFile) =>
  dataOf(api.POST(path, { params: { path: { workspaceId } }, body }));

export const revokeLicenceFile = (workspaceId: string, licenceFileId: string, reason: string) =>
  dataOf(
    api.POST(`${path}/{licenceFileId}/revoke`, {
      params: { path: { workspaceId, licenceFileId } },
      body: { reason },
    }),
  );

export const usageFilesKey = (workspaceId: string, tenantId: string) => [
  ...customersKey(workspaceId),
  tenantId,
  'usage-files',
];

export type UsageFileQuestion = Pick<
  NonNullable<operations['listUsageFiles']['parameters']['query']>,
  'sort' | 'after'
>;

export function usageFilesQuery(workspaceId: string, tenantId: string, question: UsageFileQuestion) {
  return queryOptions({
    queryKey: [...usageFilesKey(workspaceId, tenantId), question],
    queryFn: () =>
      dataOf(
        api.GET(usagePath, { params: { path: { workspaceId }, query: { ...question, tenantId, limit } } }),
      ),
    placeholderData: keepPreviousData,
  });
}

/** The file with its refused events. */
export function usageFileQuery(workspaceId: string, tenantId: string, usageFileId: string) {
  return queryOptions({
    queryKey: [...usageFilesKey(workspaceId, tenantId), usageFileId],
    queryFn: () =>
      dataOf(api.GET(`${usagePath}/{usageFileId}`, { params: { path: { workspaceId, usageFileId } } })),
  });
}

export const uploadUsageFile = (workspaceId: string, file: string) =>
  dataOf(api.POST(usagePath, { params: { path: { workspaceId } }, body: { file } }));
