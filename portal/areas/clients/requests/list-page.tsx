import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { BackLink } from '../../../parts/links/back-link.tsx';
import { ExportButton } from '../../../parts/list/export-button.tsx';
import { useListAddress } from '../../../parts/list/list-address.ts';
import { ListPage } from '../../../parts/list/list-page.tsx';
import { rangeOf } from '../../../parts/list/period.ts';
import { useNow } from '../../../parts/use-now.ts';
import { useWorkspace } from '../../../session/workspace.ts';
import { apiClientQuery } from '../queries.ts';
import { requestColumns } from './columns.tsx';
import { RequestFilters } from './filters.tsx';
import { clientRequestsQuery, type RequestFilterName } from './queries.ts';

/** The request log of an API client. */
export function ClientRequestsPage() {
  const { workspaceId } = useWorkspace();
  const { apiClientId = '' } = useParams({ strict: false });
  const name = useQuery(apiClientQuery(workspaceId, apiClientId)).data?.name ?? 'API client';
  const { search } = useListAddress<RequestFilterName>('-requestedAt');
  const { period, from, until, add: _, next: __, ...asked } = search;
  const question = { ...asked, ...rangeOf({ period, from, until }, useNow()) };
  const query = useQuery(clientRequestsQuery(workspaceId, apiClientId, question));
  const keptDays = query.data?.keptDays;
  return (
    <ListPage
      title="Request log"
      above={<BackLink to="/$workspace/api-clients/$apiClientId">{name}</BackLink>}
      lead={keptDays !== undefined && keptDays > 0 && leadOf(keptDays)}
      actions={<ExportButton file={`api-clients/${apiClientId}/requests.csv`} question={question} />}
      filters={<RequestFilters />}
      query={query}
      columns={requestColumns}
      sort={search.sort}
      keyOf={({ entryId }) => entryId}
      empty={keptDays === 0 ? switchedOff : noRequests}
    />
  );
}

const leadOf = (days: number) =>
  `Requests of the last ${days === 1 ? 'day' : `${days} days`}: failed ones, and a sample of the successful ones while there are many.`;

const noRequests = {
  icon: 'apiClients',
  title: 'No requests yet',
  text: 'Requests with a key or an application of this client appear here within two seconds. Issue a key and try it on the page of the client.',
} as const;

const switchedOff = {
  icon: 'apiClients',
  title: 'Requests are not logged',
  text: 'The operator of the service has set REQUEST_LOG_RETENTION_DAYS to 0.',
} as const;
