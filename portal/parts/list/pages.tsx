import { Button, Group } from '@mantine/core';
import { Icon } from '../icon.tsx';

interface PagesProps {
  readonly next: string | null;
  readonly hasBefore: boolean;
  readonly goBack: () => void;
  readonly goTo: (after: string) => void;
  /** For screen readers, where a page has several lists. */
  readonly label?: string;
}

/** Buttons for the previous and next page. */
export function Pages({ next, hasBefore, goBack, goTo, label = 'Pages' }: PagesProps) {
  if (next === null && !hasBefore) return null;
  return (
    <Group component="nav" aria-label={label} justify="flex-end" gap="xs">
      <Button
        variant="default"
        size="xs"
        disabled={!hasBefore}
        onClick={goBack}
        leftSection={<Icon name="previous" size={14} />}
      >
        Previous
      </Button>
      <Button
        variant="default"
        size="xs"
        disabled={next === null}
        onClick={() => next !== null && goTo(next)}
        rightSection={<Icon name="next" size={14} />}
      >
        Next
      </Button>
    </Group>
  );
}
