import { Group, Loader, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { isApiError } from '../../../api/api-error.ts';
import type { Tagged } from '../../../api/client.ts';
import { ActionDialog } from '../../../parts/action-dialog.tsx';
import { EditConflict } from '../../../parts/edit-conflict.tsx';
import { ErrorNotice } from '../../../parts/error-notice.tsx';
import { showDone } from '../../../parts/notify.ts';
import { useWorkspace } from '../../../session/workspace.ts';
import { type Impact, type Product, productQuery, productsKey, useCatalogueChanged } from '../queries.ts';
import { ImpactView } from './view.tsx';

export interface PreviewedChange {
  /** A question: `Publish Aqueduct?` */
  readonly title: string;
  /** What it means, beside what is counted. */
  readonly meaning?: ReactNode;
  readonly verb: string;
  /** It cannot be taken back. */
  readonly isDangerous?: boolean;
  /** Tells this change from others. */
  readonly key: unknown;
  readonly preview: () => Promise<Impact>;
  /** Sends the tag as `If-Match`. */
  readonly save: (tag: string) => Promise<Tagged<Product>>;
  /** Said once it is done. */
  readonly done: string;
}

interface PreviewChangeProps {
  readonly product: Tagged<Product>;
  readonly change: PreviewedChange;
  readonly onClose: () => void;
  readonly onSaved?: () => void;
}

/**
 * Shows whose answers a change would change before it is made. It is made to what was previewed only: whoever was quicker
 * has it counted anew.
 */
export function PreviewChange({ product, change, onClose, onSaved }: PreviewChangeProps) {
  const { title, meaning, verb, isDangerous = false, done } = change;
  const { workspaceId } = useWorkspace();
  const queryClient = useQueryClient();
  const changed = useCatalogueChanged();
  const { tag, value } = product;
  const impact = useQuery({
    queryKey: [...productsKey(workspaceId), 'impact', value.slug, tag, change.key],
    queryFn: change.preview,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const saving = useMutation({
    mutationFn: () => change.save(tag),
    onSuccess: (saved) => {
      onClose();
      onSaved?.();
      void changed(saved);
      showDone(done);
    },
    onError: (error) => {
      if (!isApiError(error, 'request.precondition_failed')) return;
      void queryClient.invalidateQueries({ queryKey: productQuery(workspaceId, value.slug).queryKey });
    },
  });
  return (
    <ActionDialog
      title={title}
      size="lg"
      submit={verb}
      isDangerous={isDangerous}
      isDisabled={!impact.isSuccess}
      mutation={saving}
      conflict={
        <EditConflict onUseSaved={onClose}>
          What is counted here is your change to what {value.name} is now.
        </EditConflict>
      }
      onSubmit={() => saving.mutate()}
      onClose={onClose}
    >
      {meaning && <Text size="sm">{meaning}</Text>}
      {impact.isPending && (
        <Group gap="xs" role="status">
          <Loader size="xs" />
          <Text size="sm">Counting whose answers would change</Text>
        </Group>
      )}
      {impact.isError && <ErrorNotice error={impact.error} onRetry={() => impact.refetch()} />}
      {impact.isSuccess && <ImpactView impact={impact.data} />}
    </ActionDialog>
  );
}
