import { queryOptions } from '@tanstack/react-query';
import type { operations } from '../api/admin-api.generated.ts';
import { isApiError } from '../api/api-error.ts';
import { api, dataOf, mePath } from '../api/client.ts';
import { meKey } from '../api/query-client.ts';

export type Me = operations['readMe']['responses'][200]['content']['application/json'];
export type Membership = Me['workspaces'][number];
export type Permission = Membership['permissions'][number];

/** The signed-in person; null without a session. */
export const meQuery = queryOptions({
  queryKey: meKey,
  staleTime: ({ state }) => (state.data ? 60_000 : 0),
  queryFn: async (): Promise<Me | null> => {
    try {
      return await dataOf(api.GET(mePath));
    } catch (error) {
      if (isApiError(error, 'auth.session_required')) return null;
      throw error;
    }
  },
});
