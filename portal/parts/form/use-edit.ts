import { type QueryKey, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { isApiError } from '../../api/api-error.ts';
import type { Tagged } from '../../api/client.ts';

export interface EditOptions<Value, Change> {
  readonly queryKey: QueryKey;
  /** `dataWithTag(api.GET(…))` */
  readonly read: () => Promise<Tagged<Value>>;
  /** Sends the tag as `If-Match`. */
  readonly save: (change: Change, tag: string) => Promise<unknown>;
  readonly onSaved: () => void;
}

/**
 * Edits a resource with an ETag. On an edit conflict the resource is read again and `isConflict` is true: show
 * `<EditConflict>` and keep the form; the next save is based on the new ETag.
 */
export function useEdit<Value, Change>({ queryKey, read, save, onSaved }: EditOptions<Value, Change>) {
  const queryClient = useQueryClient();
  // Refetched on every opening, never while somebody types.
  const current = useQuery({ queryKey, queryFn: read, gcTime: 0, refetchOnWindowFocus: false });
  const saving = useMutation({
    mutationFn: (change: Change) => save(change, current.data?.tag ?? ''),
    onSuccess: onSaved,
    onError: (error) => {
      if (isApiError(error, 'request.precondition_failed')) void queryClient.invalidateQueries({ queryKey });
    },
  });
  return {
    current,
    saving,
    value: current.data?.value,
    isConflict: isApiError(saving.error, 'request.precondition_failed'),
  };
}
