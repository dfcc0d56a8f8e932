import { Group, Loader, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { isApiError } from '../../../api/api-error.ts';
import type { Tagged } from '../../../api/client.ts';
import { ErrorNotice } from '../../../parts/error-notice.tsx';
import { ActionDialog } from '../../../parts/form/action-dialog.tsx';
import { EditConflict } from '../../../parts/form/edit-conflict.tsx';
import { showDone } from '../../../parts/notify.ts';
import { useWorkspace } from '../../../session/workspace.ts';
import { type Impact, type Product, productQuery, productsKey, useCatalogueChanged } from '../queries.ts';
import { ImpactView } from './view.tsx';

export interface PreviewedChange {
  /** A question: `Publish Aqueduct?` */
  readonly title: string;
  /** The effect in words, beside the counts. */
  readonly meaning?: ReactNode;
  readonly verb: string;
  /** Whether it cannot be undone. */
  readonly isDangerous?: boolean;
  /** Identifies the change. */
  readonly key: unknown;
  readonly preview: () => Promise<Impact>;
  /** Sends the tag as `If-Match`. */
  readonly save: (tag: string) => Promise<Tagged<Product>>;
  /** The success message. */
  readonly done: string;
}

interface PreviewChangeProps {
  readonly product: Tagged<Product>;
  readonly change: PreviewedChange;
  readonly onClose: () => void;
  readonly onSaved?: () => void;
}

/**
 * Previews the impact of a change before it is saved. The save applies to the previewed version only; after a conflict
 * the impact is calculated again.
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
          The preview shows your change to the current state of {value.name}.
        </EditConflict>
      }
      onSubmit={() => saving.mutate()}
      onClose={onClose}
    >
      {meaning && <Text size="sm">{meaning}</Text>}
      {impact.isPending && (
        <Group gap="xs" role="status">
          <Loader size="xs" />
          <Text size="sm">Calculating the impact</Text>
        </Group>
      )}
      {impact.isError && <ErrorNotice error={impact.error} onRetry={() => impact.refetch()} />}
      {impact.isSuccess && <ImpactView impact={impact.data} />}
    </ActionDialog>
  );
}
