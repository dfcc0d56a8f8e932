import { Button, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './line.module.css';

interface MoveLineProps {
  readonly verb: string;
  /** The effect in words. */
  readonly effect: ReactNode;
  /** Whether it cannot be undone. */
  readonly isFinal?: boolean | undefined;
  readonly isBusy?: boolean;
  /** Whether it is the next step of most people. */
  readonly isPrimary?: boolean;
  readonly onClick: () => void;
}

/** An action with its effect. */
export function MoveLine({
  verb,
  effect,
  isFinal = false,
  isBusy = false,
  isPrimary = false,
  onClick,
}: MoveLineProps) {
  return (
    <Group className={styles.move} justify="space-between" gap="sm" wrap="nowrap">
      <Text size="sm" className={styles.effect}>
        {effect}
      </Text>
      <Button
        className={styles.verb}
        size="xs"
        variant={isFinal ? 'outline' : isPrimary ? 'filled' : 'default'}
        color={isFinal ? 'var(--mantine-color-error)' : undefined}
        loading={isBusy}
        onClick={onClick}
      >
        {verb}
      </Button>
    </Group>
  );
}
