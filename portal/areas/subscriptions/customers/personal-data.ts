import { api, dataOf } from '../../../api/client.ts';
import { servicePath } from '../../../base-path.ts';

const customerPath = (workspaceId: string, tenantId: string) =>
  `${servicePath}/api/admin/v1/workspaces/${workspaceId}/customers/${tenantId}`;

export const customerExport = (workspaceId: string, tenantId: string) =>
  `${customerPath(workspaceId, tenantId)}/export`;

export const personExport = (workspaceId: string, tenantId: string, objectId: string) =>
  `${customerPath(workspaceId, tenantId)}/members/${objectId}/export`;

export function eraseMember(workspaceId: string, tenantId: string, objectId: string) {
  return dataOf(
    api.DELETE('/api/admin/v1/workspaces/{workspaceId}/customers/{tenantId}/members/{objectId}', {
      params: { path: { workspaceId, tenantId, objectId } },
    }),
  );
}

export function eraseCustomer(workspaceId: string, tenantId: string) {
  return dataOf(
    api.DELETE('/api/admin/v1/workspaces/{workspaceId}/customers/{tenantId}', {
      params: { path: { workspaceId, tenantId } },
    }),
  );
}
