import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError, isApiError } from './api-error.ts';

/** The key of the signed-in person; refetching it shows the sign-in page to somebody without a session. */
export const meKey = ['me'] as const;

/** After the session's end, refetching the person shows the sign-in page. */
function lookAtSession(error: unknown): void {
  if (isApiError(error, 'auth.session_required')) void queryClient.invalidateQueries({ queryKey: meKey });
}

export const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError: lookAtSession }),
  mutationCache: new MutationCache({ onError: lookAtSession }),
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      // Only network and server errors are retried, once.
      retry: (count, error) =>
        count < 1 && error instanceof ApiError && /^(portal|service)\./.test(error.code),
    },
  },
});
