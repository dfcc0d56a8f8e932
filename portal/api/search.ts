import type { operations } from './admin-api.generated.ts';
import { api, dataOf } from './client.ts';
import { queryClient } from './query-client.ts';
import { workspaceKey } from './workspace-key.ts';

type Findings = operations['search']['responses'][200]['content']['application/json'];

/** Searches a workspace; one request serves all search sources. */
export function search(workspaceId: string, text: string): Promise<Findings> {
  return queryClient.fetchQuery({
    queryKey: workspaceKey(workspaceId, 'search', text),
    queryFn: () =>
      dataOf(
        api.GET('/api/admin/v1/workspaces/{workspaceId}/search', {
          params: { path: { workspaceId }, query: { text } },
        }),
      ),
  });
}
