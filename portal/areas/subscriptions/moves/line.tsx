import { Button, Group, Text } from '@mantine/core';
import styles from './line.module.css';

interface MoveLineProps {
  readonly verb: string;
  /** What it does. */
  readonly effect: string;
  /** It cannot be taken back. */
  readonly isFinal?: boolean | undefined;
  readonly onClick: () => void;
}

/** Something that can be done, with what it does. */
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
