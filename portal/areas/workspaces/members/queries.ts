import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, dataOf, type Schemas } from '../../../api/client.ts';
import { workspaceKey } from '../../../api/workspace-key.ts';
import type { FindQuestion } from '../../../parts/list/list-address.ts';

export type Member = Schemas['Member'];
export type MemberRole = Member['role'];

/** What each role may change; every role reads everything except secrets. */
export const roleLabels: Readonly<Record<MemberRole, string>> = {
  'Partner administrator': 'Everything, including members and settings',
  'Integration manager': 'API clients and their credentials, webhook endpoints',
  'Catalogue manager': 'Products, editions, plans, marketplace mappings',
  'Subscription support': 'Customers, subscriptions, seats, usage, the inbox',
  Viewer: 'Read-only',
};

export const membersKey = (workspaceId: string) => workspaceKey(workspaceId, 'members');

export function membersQuery(workspaceId: string, { after, sort, search }: FindQuestion = {}) {
  const query = { after, sort, search } as object;
  return queryOptions({
    queryKey: [...membersKey(workspaceId), query],
    queryFn: () =>
      dataOf(
        api.GET('/api/admin/v1/workspaces/{workspaceId}/members', {
          params: { path: { workspaceId }, query },
        }),
      ),
    placeholderData: keepPreviousData,
  });
}

/** A display name. */
export const nameOf = ({ name, email }: Member): string => name ?? email;
