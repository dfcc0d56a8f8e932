import { Button, Group, Text } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import styles from './save-bar.module.css';

interface SaveBarProps {
  /** The unsaved changes: `2 values of 1 plan`. */
  readonly summary: string;
  readonly onDiscard: () => void;
  readonly onPreview: () => void;
}

/** Visible while there are unsaved changes; leaving the page asks for confirmation. */
export function SaveBar({ summary, onDiscard, onPreview }: SaveBarProps) {
  useBlocker({
    shouldBlockFn: () => !window.confirm(`${summary}: not saved yet. Leave without saving?`),
    enableBeforeUnload: true,
  });
  return (
    <Group className={styles.bar} justify="space-between" gap="xs" role="status">
      <Text size="sm">{summary}: not saved yet</Text>
      <Group gap="xs">
        <Button size="xs" variant="default" onClick={onDiscard}>
          Discard
        </Button>
        <Button size="xs" onClick={onPreview}>
          Preview changes
        </Button>
      </Group>
    </Group>
  );
}
