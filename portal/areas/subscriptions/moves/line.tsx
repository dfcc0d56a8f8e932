import { Button, Group, Text } from '@mantine/core';
import styles from './line.module.css';

interface MoveLineProps {
  readonly verb: string;
  /** The effect in words. */
  readonly effect: string;
  /** Whether it cannot be undone. */
  readonly isFinal?: boolean | undefined;
  readonly onClick: () => void;
}

/** An action with its effect. */
export function MoveLine({ verb, effect, isFinal = false, onClick }: MoveLineProps) {
  return (
    <Group className={styles.move} justify="space-between" gap="xs">
      <Text size="sm" className={styles.effect}>
        {effect}
      </Text>
      <Button
        size="xs"
        variant={isFinal ? 'outline' : 'default'}
        color={isFinal ? 'var(--mantine-color-error)' : undefined}
        onClick={onClick}
      >
        {verb}
      </Button>
    </Group>
  );
}
