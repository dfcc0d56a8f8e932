import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { operations } from '../../../api/admin-api.generated.ts';
import { api, dataOf, type Schemas } from '../../../api/client.ts';
import { workspaceKey } from '../../../api/workspace-key.ts';

export type AuditEntry = Schemas['AuditEntry'];
export type AuditAction = AuditEntry['action'];
export type AuditFilter = NonNullable<operations['listAuditEntries']['parameters']['query']>;

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
