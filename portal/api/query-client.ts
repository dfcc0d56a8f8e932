import { MutationCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';

/** The key of the signed-in person; refetching it shows the sign-in page to somebody without a session. */
export const meKey = ['me'] as const;

export const queryClient = new QueryClient({
  // Every change is in the audit log, and so in the history of its object.
  mutationCache: new MutationCache({
    onSuccess: () => {
      void queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[2] === 'audit-log' });
    },
  }),
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      // Only network and server errors are retried, once.
      retry: (count, error) =>
        count < 1 && error instanceof ApiError && /^(portal|service)\./.test(error.code),
    },
  },
});
