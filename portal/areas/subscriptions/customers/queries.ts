import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { operations } from '../../../api/admin-api.generated.ts';
import { api, dataOf, type Schemas } from '../../../api/client.ts';
import { workspaceKey } from '../../../api/workspace-key.ts';

export type Customer = Schemas['Customer'];
export type CustomerDetail = Schemas['CustomerDetail'];
export type CustomerRisk = Schemas['CustomerRisk'];
export type CustomerMember = Schemas['CustomerMember'];
export type Tenant = Schemas['Tenant'];
export type TenantMoment = Schemas['TenantMoment'];

export const customersKey = (workspaceId: string) => workspaceKey(workspaceId, 'customers');

export type CustomerQuestion = NonNullable<operations['listCustomers']['parameters']['query']>;

export function customersQuery(workspaceId: string, question: CustomerQuestion) {
  return queryOptions({
    queryKey: [...customersKey(workspaceId), question],
    queryFn: ({ signal }) =>
      dataOf(
        api.GET('/api/admin/v1/workspaces/{workspaceId}/customers', {
          params: { path: { workspaceId }, query: question },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });
}

/** The customer with contact, notes and risks. */
export function customerQuery(workspaceId: string, tenantId: string) {
  return queryOptions({
    queryKey: [...customersKey(workspaceId), tenantId, 'profile'],
    queryFn: () =>
      dataOf(
        api.GET('/api/admin/v1/workspaces/{workspaceId}/customers/{tenantId}', {
          params: { path: { workspaceId, tenantId } },
        }),
      ),
  });
}

export function customersAtRiskQuery(workspaceId: string) {
  return queryOptions({
    queryKey: [...customersKey(workspaceId), 'at-risk'],
    queryFn: () =>
      dataOf(
        api.GET('/api/admin/v1/workspaces/{workspaceId}/customers-at-risk', {
          params: { path: { workspaceId } },
        }),
      ),
    refetchInterval: 300_000,
  });
}

export function tenantQuery(workspaceId: string, tenantId: string) {
  return queryOptions({
    queryKey: [...customersKey(workspaceId), tenantId],
    queryFn: () =>
      dataOf(
        api.GET('/api/admin/v1/workspaces/{workspaceId}/tenants/{tenantId}', {
          params: { path: { workspaceId, tenantId } },
        }),
      ),
  });
}

export type MemberQuestion = NonNullable<operations['listCustomerMembers']['parameters']['query']>;

/** A page of the members. */
export function memberPageQuery(workspaceId: string, tenantId: string, question: MemberQuestion) {
  return queryOptions({
    queryKey: [...customersKey(workspaceId), tenantId, 'members', question],
    queryFn: () =>
      dataOf(
        api.GET('/api/admin/v1/workspaces/{workspaceId}/customers/{tenantId}/members', {
          params: { path: { workspaceId, tenantId }, query: { ...question, limit: 20 } },
        }),
      ),
    placeholderData: keepPreviousData,
  });
}

/** The newest members, for suggestions. */
export function tenantMembersQuery(workspaceId: string, tenantId: string) {
  return queryOptions({
    queryKey: [...customersKey(workspaceId), tenantId, 'members'],
    queryFn: () =>
      dataOf(
        api.GET('/api/admin/v1/workspaces/{workspaceId}/customers/{tenantId}/members', {
          params: { path: { workspaceId, tenantId }, query: { limit: 200 } },
        }),
      ),
  });
}

/** The history of the tenant's subscriptions of a product. */
export function tenantHistoryQuery(workspaceId: string, tenantId: string, product: string) {
  return queryOptions({
    queryKey: [...customersKey(workspaceId), tenantId, 'history', product],
    queryFn: () =>
      dataOf(
        api.GET('/api/admin/v1/workspaces/{workspaceId}/tenants/{tenantId}/history', {
          params: { path: { workspaceId, tenantId }, query: { product, limit: 50 } },
        }),
      ),
  });
}
