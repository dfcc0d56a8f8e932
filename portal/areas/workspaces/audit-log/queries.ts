import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { operations } from '../../../api/admin-api.generated.ts';
import { api, dataOf, type Schemas } from '../../../api/client.ts';
import { workspaceKey } from '../../../api/workspace-key.ts';

export type AuditEntry = Schemas['AuditEntry'];
export type AuditObject = AuditEntry['subject'];
export type AuditAction = AuditEntry['action'];
export type AuditFilter = NonNullable<operations['listAuditEntries']['parameters']['query']>;

/** The filters of the page's URL. */
export const auditSearchNames = [
  'product',
  'plan',
  'tenantId',
  'subscriptionId',
  'apiClientId',
  'subjectKind',
  'subjectId',
  'actorId',
  'action',
  'period',
  'from',
  'until',
] as const;
export type AuditSearchName = (typeof auditSearchNames)[number];

/** The object whose history is shown. */
export type HistoryOwner = Pick<
  AuditFilter,
  'product' | 'plan' | 'tenantId' | 'subscriptionId' | 'apiClientId' | 'subjectKind' | 'subjectId'
>;

export function auditLogQuery(workspaceId: string, filter: AuditFilter) {
  return queryOptions({
    queryKey: workspaceKey(workspaceId, 'audit-log', filter),
    queryFn: () =>
      dataOf(
        api.GET('/api/admin/v1/workspaces/{workspaceId}/audit-log', {
          params: { path: { workspaceId }, query: filter },
        }),
      ),
    placeholderData: keepPreviousData,
  });
}

const maxListed = 200;

/** Members and service accounts. */
export function actorsQuery(workspaceId: string) {
  const params = { path: { workspaceId }, query: { limit: maxListed } };
  return queryOptions({
    queryKey: workspaceKey(workspaceId, 'members', 'actors'),
    queryFn: async () => {
      const [members, accounts] = await Promise.all([
        dataOf(api.GET('/api/admin/v1/workspaces/{workspaceId}/members', { params })),
        dataOf(api.GET('/api/admin/v1/workspaces/{workspaceId}/service-accounts', { params })),
      ]);
      return [
        ...members.items.map(({ memberId, name, email }) => ({ value: memberId, label: name ?? email })),
        ...accounts.items.map(({ serviceAccountId, name }) => ({
          value: serviceAccountId,
          label: `${name} (service account)`,
        })),
      ];
    },
  });
}
