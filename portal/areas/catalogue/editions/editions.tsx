import { Button, Text } from '@mantine/core';
import { type DragEvent, useState } from 'react';
import type { Tagged } from '../../../api/client.ts';
import { EmptyState } from '../../../parts/empty-state.tsx';
import { Icon } from '../../../parts/icon.tsx';
import { Section } from '../../../parts/section.tsx';
import { useWorkspace } from '../../../session/workspace.ts';
import { productChanges } from '../changes.ts';
import { PreviewChange } from '../impact/preview-change.tsx';
import type { Edition, Product } from '../queries.ts';
import { SaveBar } from '../save-bar.tsx';
import { AddEdition } from './add-edition.tsx';
import styles from './editions.module.css';
import { EditionLine } from './line.tsx';
import { moved } from './order.ts';

interface EditionsProps {
  readonly product: Tagged<Product>;
  readonly mayChange: boolean;
}

/** The editions, lowest first: ordered by dragging or by keyboard, saved after a preview. */
export function Editions({ product, mayChange }: EditionsProps) {
  const { workspaceId } = useWorkspace();
  const { editions, name } = product.value;
  const [order, setOrder] = useState<readonly string[]>();
  const [dragged, setDragged] = useState<string>();
  const [opened, setOpened] = useState<'edition' | 'preview' | null>(null);
  const close = () => setOpened(null);
  const saved = editions.map(({ slug }) => slug);
  const shown = order && isOrderOf(order, saved) ? order : saved;
  const isOther = shown.join() !== saved.join();
  const bySlug = new Map(editions.map((edition) => [edition.slug, edition]));
  const inOrder = shown.map((slug) => bySlug.get(slug)).filter((edition): edition is Edition => !!edition);
  const move = (slug: string, to: number) => setOrder(moved(shown, shown.indexOf(slug), to));
  const add = mayChange && (
    <Button
      variant="default"
      leftSection={<Icon name="plus" size={16} />}
      onClick={() => setOpened('edition')}
    >
      Add edition
    </Button>
  );
  const dragging = (edition: Edition, index: number) => ({
    draggable: mayChange,
    onDragStart: (event: DragEvent) => {
      event.dataTransfer.effectAllowed = 'move';
      setDragged(edition.slug);
    },
    onDragOver: (event: DragEvent) => {
      if (dragged === undefined) return;
      event.preventDefault();
      if (dragged !== edition.slug) move(dragged, index);
    },
    onDrop: (event: DragEvent) => event.preventDefault(),
    onDragEnd: () => setDragged(undefined),
    'data-dragged': dragged === edition.slug || undefined,
  });
  return (
    <Section
      title="Editions"
      lead="From lowest to highest. When a tenant holds several, the highest applies."
      actions={add}
    >
      {inOrder.length === 0 ? (
        <EmptyState
          icon="products"
          title="No editions yet"
          text={`Editions are the tiers of ${name}, such as Standard and Premium. One is enough.`}
          action={add}
        />
      ) : (
        <ol className={styles.editions}>
          {inOrder.map((edition, index) => (
            <li key={edition.slug} {...dragging(edition, index)}>
              <EditionLine
                product={product}
                edition={edition}
                mayChange={mayChange}
                onUp={index > 0 ? () => move(edition.slug, index - 1) : undefined}
                onDown={index < inOrder.length - 1 ? () => move(edition.slug, index + 1) : undefined}
              />
            </li>
          ))}
        </ol>
      )}
      {mayChange && inOrder.length > 1 && (
        <Text size="xs" c="dimmed" mt={6}>
          Drag an edition, or move it with its buttons.
        </Text>
      )}
      {isOther && (
        <SaveBar
          summary="The order of the editions"
          onDiscard={() => setOrder(undefined)}
          onPreview={() => setOpened('preview')}
        />
      )}
      {opened === 'edition' && <AddEdition product={product.value} onClose={close} />}
      {opened === 'preview' && (
        <PreviewChange
          product={product}
          change={productChanges(workspaceId, product.value).orderEditions([...shown])}
          onClose={close}
          onSaved={() => setOrder(undefined)}
        />
      )}
    </Section>
  );
}

/** An edition may have been added or removed since. */
const isOrderOf = (order: readonly string[], saved: readonly string[]) =>
  order.length === saved.length && saved.every((slug) => order.includes(slug));
