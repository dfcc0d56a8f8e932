import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError, isApiError } from './api-error.ts';

/** The key of the signed-in person; refetching it shows the sign-in page to somebody without a session. */
export const meKey = ['me'] as const;

/** A session that has ended anywhere has ended everywhere: asking who one is shows the sign-in. */
function lookAtSession(error: unknown): void {
  if (isApiError(error, 'auth.session_required')) void queryClient.invalidateQueries({ queryKey: meKey });
}

export const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError: lookAtSession }),
  mutationCache: new MutationCache({ onError: lookAtSession }),
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      // What the API has refused it refuses again; only what may pass is tried once more.
      retry: (count, error) =>
        count < 1 && error instanceof ApiError && /^(portal|service)\./.test(error.code),
    },
  },
});
