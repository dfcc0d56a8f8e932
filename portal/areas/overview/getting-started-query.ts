import { useLocalStorage } from '@mantine/hooks';
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { operations } from '../../api/admin-api.generated.ts';
import { api, dataOf } from '../../api/client.ts';
import { workspaceKey } from '../../api/workspace-key.ts';

export type GettingStarted =
  operations['readGettingStarted']['responses'][200]['content']['application/json'];
export type StartingStep = GettingStarted['steps'][number]['step'];

const pollEvery = 3_000;

/** Polled until all steps are done: other people, applications and the marketplace do some of them. */
function gettingStartedQuery(workspaceId: string) {
  return queryOptions({
    queryKey: workspaceKey(workspaceId, 'getting-started'),
    queryFn: () =>
      dataOf(
        api.GET('/api/admin/v1/workspaces/{workspaceId}/getting-started', {
          params: { path: { workspaceId } },
        }),
      ),
    staleTime: ({ state }) => (state.data?.isComplete ? Number.POSITIVE_INFINITY : 0),
  });
}

/** The steps, and whether this person hides them in this browser. */
export function useGettingStarted(workspaceId: string) {
  const [isHidden, setHidden] = useLocalStorage({
    key: `tessera-getting-started-hidden:${workspaceId}`,
    defaultValue: false,
    getInitialValueInEffect: false,
  });
  const { data } = useQuery({
    ...gettingStartedQuery(workspaceId),
    refetchInterval: ({ state }) => (isHidden || state.data?.isComplete !== false ? false : pollEvery),
  });
  return { data, isHidden, setHidden };
}
