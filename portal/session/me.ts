import { queryOptions } from '@tanstack/react-query';
import type { operations } from '../api/admin-api.generated.ts';
import { answered, api } from '../api/client.ts';
import { meKey } from '../api/query-client.ts';
import { isTrouble } from '../api/trouble.ts';

export type Me = operations['readMe']['responses'][200]['content']['application/json'];
export type Membership = Me['workspaces'][number];
export type Permission = Membership['permissions'][number];

/** Who is signed in; null: nobody. */
export const meQuery = queryOptions({
  queryKey: meKey,
  staleTime: 60_000,
  queryFn: async (): Promise<Me | null> => {
    try {
      return await answered(api.GET('/api/admin/v1/me'));
    } catch (error) {
      if (isTrouble(error, 'auth.session_required')) return null;
      throw error;
    }
  },
});
