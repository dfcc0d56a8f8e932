import type { EmulatorResponse } from '../shell/response.ts';
import type { UserRegister } from './directory.ts';
import type { Failure } from './failure.ts';
import { readFilter } from './filter.ts';
import { preferredPageSize, readSkipToken, writeSkipToken } from './paging.ts';

export interface UsageRightsRequest {
  readonly tenantId: string;
  readonly userId: string;
  readonly query: URLSearchParams;
  readonly prefer: string | undefined;
  /** The fault `empty`: the user has no rows. */
  readonly isEmptied: boolean;
}

export interface UsageRightsSource {
  readonly register: UserRegister;
  readonly origin: string;
  readonly pageSize: number;
}

export function answerUsageRights(
  request: UsageRightsRequest,
  source: UsageRightsSource,
): EmulatorResponse | Failure {
  const user = source.register.findUser(request.tenantId, request.userId);
  if (!user) return { failure: 'unknownUser', subject: request.userId };

  const filterText = request.query.get('$filter');
  const filter = filterText === null ? () => true : readFilter(filterText);
  if (!filter) return { failure: 'invalidFilter', subject: filterText ?? '' };

  const preferredSize = preferredPageSize(request.prefer);
  const skipToken = request.query.get('$skiptoken');
  const page =
    skipToken === null ? { offset: 0, size: preferredSize ?? source.pageSize } : readSkipToken(skipToken);
  if (!page) return { failure: 'invalidSkipToken', subject: skipToken ?? '' };

  const rights = request.isEmptied ? [] : user.usageRights.filter(filter);
  const end = page.offset + page.size;
  const address = `${source.origin}/beta/users/${user.id}/usageRights`;
  const query = [
    ...(filterText === null ? [] : [`$filter=${encodeURIComponent(filterText)}`]),
    `$skiptoken=${writeSkipToken({ offset: end, size: page.size })}`,
  ].join('&');
  return {
    status: 200,
    headers: preferredSize === undefined ? {} : { 'preference-applied': `odata.maxpagesize=${page.size}` },
    body: {
      '@odata.context': `${source.origin}/beta/$metadata#users('${user.id}')/usageRights`,
      ...(end < rights.length ? { '@odata.nextLink': `${address}?${query}` } : {}),
      value: rights.slice(page.offset, end),
    },
  };
}
