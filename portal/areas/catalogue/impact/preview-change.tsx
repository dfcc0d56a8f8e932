import { Group, Loader, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { isApiError } from '../../../api/api-error.ts';
import type { Tagged } from '../../../api/client.ts';
import { ErrorNotice } from '../../../parts/error-notice.tsx';
import { ActionDialog } from '../../../parts/form/action-dialog.tsx';
import { EditConflict } from '../../../parts/form/edit-conflict.tsx';
import { showDone } from '../../../parts/notify.ts';
import { useWorkspace } from '../../../session/workspace.ts';
import { ChangeList } from '../file/change-list.tsx';
import { type Impact, type Product, productQuery, productsKey, useCatalogueChanged } from '../queries.ts';
import { ReasonField, reasonOf } from './reason-field.tsx';
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
  /** Whether the person has not typed the changes, and is shown them. */
  readonly listsChanges?: boolean;
  /** Sends the tag as `If-Match`. */
  readonly save: (tag: string, reason?: string) => Promise<Tagged<Product>>;
  /** The success message. */
  readonly done: string;
}

interface PreviewChangeProps {
  readonly product: Tagged<Product>;
  readonly change: PreviewedChange;
  readonly onClose: () => void;
  readonly onSaved?: () => void;
  /** Fields of the change itself. */
  readonly children?: ReactNode;
}

/**
 * Previews the impact of a change before it is saved. The save applies to the previewed version only; after a conflict
 * the impact is calculated again.
 */
export function PreviewChange({ product, change, onClose, onSaved, children }: PreviewChangeProps) {
  const { title, meaning, verb, isDangerous = false, listsChanges = false, done } = change;
  const [reason, setReason] = useState('');
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
    mutationFn: () => change.save(tag, reasonOf(reason)),
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
  const isWithoutChange = listsChanges && impact.data?.changes.length === 0;
  return (
    <ActionDialog
      title={title}
      size="lg"
      submit={verb}
      isDangerous={isDangerous}
      isDisabled={!impact.isSuccess || isWithoutChange}
      hasInput={() => reason.trim() !== ''}
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
      {children}
      {impact.isPending && (
        <Group gap="xs" role="status">
          <Loader size="xs" />
          <Text size="sm">Calculating the impact</Text>
        </Group>
      )}
      {impact.isError && <ErrorNotice error={impact.error} onRetry={() => impact.refetch()} />}
      {isWithoutChange && (
        <Text size="sm" role="status">
          Nothing would change: it already is like this.
        </Text>
      )}
      {impact.isSuccess && !isWithoutChange && (
        <>
          <ImpactView impact={impact.data} />
          {listsChanges && <ChangeList changes={impact.data.changes} products={impact.data.products} />}
          <ReasonField value={reason} onChange={setReason} />
        </>
      )}
    </ActionDialog>
  );
}
