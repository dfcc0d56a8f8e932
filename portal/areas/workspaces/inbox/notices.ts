import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { operations } from '../../../api/admin-api.generated.ts';
import { api, dataOf, type Schemas } from '../../../api/client.ts';
import { workspaceKey } from '../../../api/workspace-key.ts';

export type Notice = Schemas['Notice'];
export type NoticeFilter = NonNullable<operations['listNotices']['parameters']['query']>;

/** The filters in the address. */
export type InboxSearch = 'state' | 'kind' | 'assignedTo';

export const keyOf = ({ noticeId }: Notice) => noticeId;

export const noticesKey = (workspaceId: string) => workspaceKey(workspaceId, 'notices');

export function noticesQuery(workspaceId: string, filter: NoticeFilter) {
  return queryOptions({
    queryKey: [...noticesKey(workspaceId), filter],
    queryFn: () =>
      dataOf(
        api.GET('/api/admin/v1/workspaces/{workspaceId}/notices', {
          params: { path: { workspaceId }, query: filter },
        }),
      ),
    placeholderData: keepPreviousData,
  });
}

export const markDone = (workspaceId: string, noticeId: string) =>
  dataOf(
    api.POST('/api/admin/v1/workspaces/{workspaceId}/notices/{noticeId}/done', {
      params: { path: { workspaceId, noticeId } },
    }),
  );

export const reopen = (workspaceId: string, noticeId: string) =>
  dataOf(
    api.DELETE('/api/admin/v1/workspaces/{workspaceId}/notices/{noticeId}/done', {
      params: { path: { workspaceId, noticeId } },
    }),
  );

/** Assigns the notice to a member, or to nobody with null. */
export const assign = (workspaceId: string, noticeId: string, memberId: string | null) =>
  dataOf(
    api.PUT('/api/admin/v1/workspaces/{workspaceId}/notices/{noticeId}/assignee', {
      params: { path: { workspaceId, noticeId } },
      body: { memberId },
    }),
  );

/** Groups notices by kind, at the position of the newest. */
export function groupedByKind(notices: readonly Notice[]): readonly (readonly [Notice, ...Notice[]])[] {
  const groups = new Map<string, [Notice, ...Notice[]]>();
  for (const notice of notices) {
    const group = groups.get(notice.kind);
    if (group) group.push(notice);
    else groups.set(notice.kind, [notice]);
  }
  return [...groups.values()];
}
