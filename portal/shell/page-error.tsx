import { ApiError } from '../api/api-error.ts';
import { ErrorNotice } from '../parts/error-notice.tsx';

interface PageErrorProps {
  readonly error: unknown;
  readonly reset: () => void;
}

/**
 * Instead of a page that failed. The code of a page cannot be fetched again by the same document: after a network failure
 * or an update of the portal, only a reload helps. It keeps the address.
 */
export function PageError({ error, reset }: PageErrorProps) {
  const retry = error instanceof ApiError ? reset : () => window.location.reload();
  return <ErrorNotice error={error} onRetry={retry} />;
}
