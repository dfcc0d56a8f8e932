import { type QueryKey, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { isApiError } from '../api/api-error.ts';
import type { Tagged } from '../api/client.ts';

export interface EditOptions<Value, Change> {
  readonly queryKey: QueryKey;
  /** `dataWithTag(api.GET(…))` */
  readonly read: () => Promise<Tagged<Value>>;
  /** Sends the tag as `If-Match`. */
  readonly save: (change: Change, tag: string) => Promise<unknown>;
  readonly onSaved: () => void;
}

/**
 * Edits what has an ETag. When somebody changed it meanwhile, it is read again and `isConflict` holds: show
 * `<EditConflict>`, leave the form as it was typed, and the next save is based on what it says now.
 */
export function useEdit<Value, Change>({ queryKey, read, save, onSaved }: EditOptions<Value, Change>) {
  const queryClient = useQueryClient();
  // Read anew each time it is opened, and not behind the back of whoever is typing.
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
