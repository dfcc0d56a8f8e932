import { ActionIcon, Button, Group, Loader, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api } from '../../../api/client.ts';
import { ErrorNotice } from '../../../parts/error-notice.tsx';
import { Dialog } from '../../../parts/form/dialog.tsx';
import { Icon } from '../../../parts/icon.tsx';
import { usePermission, useWorkspace } from '../../../session/workspace.ts';
import { type Category, categoriesQuery, useCatalogueChanged } from '../queries.ts';
import { slugFrom } from '../slug-from.ts';

const categoriesPath = '/api/admin/v1/workspaces/{workspaceId}/categories' as const;
const categoryPath = '/api/admin/v1/workspaces/{workspaceId}/categories/{category}' as const;

/** Adds, renames and removes categories. */
export function Categories({ onClose }: { readonly onClose: () => void }) {
  const { workspaceId } = useWorkspace();
  const mayChange = usePermission('change:catalogue');
  const query = useQuery(categoriesQuery(workspaceId));
  const changed = useCatalogueChanged();
  const changing = useMutation({
    mutationFn: (change: () => Promise<unknown>) => change(),
    // Also after a refusal: the list may have changed.
    onSettled: () => changed(),
  });
  const tag = query.data?.tag ?? '';
  const items = query.data?.value.items ?? [];
  const rename = (category: string, name: string) =>
    changing.mutate(() =>
      api.PATCH(categoryPath, {
        params: { path: { workspaceId, category }, header: { 'if-match': tag } },
        body: { name },
      }),
    );
  const remove = (category: string) =>
    changing.mutate(() => api.DELETE(categoryPath, { params: { path: { workspaceId, category } } }));
  const add = (name: string, onAdded: () => void) =>
    changing.mutate(
      () =>
        api.POST(categoriesPath, { params: { path: { workspaceId } }, body: { slug: slugFrom(name), name } }),
      { onSuccess: onAdded },
    );
  return (
    <Dialog onClose={onClose} title="Categories">
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          Applications filter the catalogue by category. A product may have several.
        </Text>
        {query.isPending && <Loader size="sm" aria-label="Loading categories" />}
        {query.isError && <ErrorNotice error={query.error} onRetry={() => query.refetch()} />}
        {items.map((category) => (
          <OneCategory
            key={`${category.slug} ${category.name}`}
            category={category}
            mayChange={mayChange}
            onRename={(name) => rename(category.slug, name)}
            onRemove={() => remove(category.slug)}
          />
        ))}
        {query.isSuccess && items.length === 0 && <Text size="sm">No categories yet.</Text>}
        {mayChange && <NewCategory onAdd={add} isBusy={changing.isPending} />}
        {changing.isError && <ErrorNotice error={changing.error} />}
      </Stack>
    </Dialog>
  );
}

interface OneCategoryProps {
  readonly category: Category;
  readonly mayChange: boolean;
  readonly onRename: (name: string) => void;
  readonly onRemove: () => void;
}

function OneCategory({ category: { slug, name }, mayChange, onRename, onRemove }: OneCategoryProps) {
  const [typed, setTyped] = useState(name);
  if (!mayChange) {
    return (
      <Text size="sm">
        {name}{' '}
        <Text span size="xs" c="dimmed">
          <code>{slug}</code>
        </Text>
      </Text>
    );
  }
  const isOther = typed.trim() !== '' && typed !== name;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isOther) onRename(typed.trim());
  };
  return (
    <form onSubmit={submit}>
      <Group gap="xs" wrap="nowrap">
        <TextInput
          flex={1}
          aria-label={`Name of ${slug}`}
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
        {isOther && (
          <Button type="submit" variant="default">
            Rename
          </Button>
        )}
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={`Remove ${name}`} onClick={onRemove}>
          <Icon name="remove" size={16} />
        </ActionIcon>
      </Group>
    </form>
  );
}

interface NewCategoryProps {
  readonly onAdd: (name: string, onAdded: () => void) => void;
  readonly isBusy: boolean;
}

function NewCategory({ onAdd, isBusy }: NewCategoryProps) {
  const [name, setName] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() !== '') onAdd(name.trim(), () => setName(''));
  };
  return (
    <form onSubmit={submit}>
      <Group gap="xs" wrap="nowrap">
        <TextInput
          flex={1}
          aria-label="Name of a new category"
          placeholder="New category"
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <Button type="submit" variant="default" loading={isBusy} disabled={name.trim() === ''}>
          Add
        </Button>
      </Group>
    </form>
  );
}
