import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import styles from './bulk-bar.module.css';
import { type BulkAction, BulkDialog } from './bulk-dialog.tsx';
import { chosenOf, type Selection } from './selection.tsx';

interface BulkBarProps<Item> {
  readonly items: readonly Item[];
  readonly keyOf: (item: Item) => string;
  readonly selection: Selection<Item>;
  /** `subscription` */
  readonly noun: string;
  /** The plural, if it is not the noun with an s. */
  readonly nouns?: string;
  readonly actions: readonly BulkAction<Item>[];
  /** Shown where no action applies to the selection. */
  readonly none?: string;
  /** After the last row, also if some failed. */
  readonly onSettled: () => void;
}

/** The selected rows and the actions for all of them. */
export function BulkBar<Item>(props: BulkBarProps<Item>) {
  const { items, keyOf, selection, noun, nouns = `${noun}s`, actions, none, onSettled } = props;
  const [opened, setOpened] = useState<BulkAction<Item> | null>(null);
  const chosen = chosenOf(items, keyOf, selection);
  // The dialog outlives the selection: rows that failed may have left the list.
  return (
    <>
      {chosen.length > 0 && (
        <section className={styles.bar} aria-label="Selection">
          <Group justify="space-between" gap="xs">
            <Text size="sm" fw={600} role="status">
              {chosen.length} selected
            </Text>
            <Group gap="xs">
              {chosen.length < items.length && (
                <Button
                  size="xs"
                  variant="default"
                  onClick={() => selection.select(new Set(items.map(keyOf)))}
                >
                  Select all {items.length} on this page
                </Button>
              )}
              <Button size="xs" variant="default" onClick={() => selection.select(new Set())}>
                Clear
              </Button>
              {actions.map((action) => (
                <Button
                  key={action.verb}
                  size="xs"
                  variant={action.isDangerous ? 'outline' : 'filled'}
                  {...(action.isDangerous && { color: 'var(--mantine-color-error)' })}
                  disabled={!chosen.some(action.appliesTo)}
                  onClick={() => setOpened(action)}
                >
                  {action.verb}
                </Button>
              ))}
            </Group>
          </Group>
          {none && !actions.some(({ appliesTo }) => chosen.some(appliesTo)) && (
            <Text size="sm" c="dimmed" mt="xs">
              {none}
            </Text>
          )}
        </section>
      )}
      {opened && (
        <BulkDialog
          action={opened}
          chosen={chosen}
          nameOf={selection.nameOf}
          noun={noun}
          nouns={nouns}
          onSettled={onSettled}
          onDone={() => selection.select(new Set())}
          onClose={() => setOpened(null)}
        />
      )}
    </>
  );
}
