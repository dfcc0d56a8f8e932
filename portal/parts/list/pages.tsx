import { Button, Group } from '@mantine/core';
import { Icon } from '../icon.tsx';
import { useListAddress } from './list-address.ts';

/** Buttons for the previous and next page. */
export function Pages(props: {
  readonly next: string | null;
  readonly hasBefore: boolean;
  readonly goBack: () => void;
}) {
  const { goTo } = useListAddress();
  const { next, hasBefore, goBack } = props;
  if (next === null && !hasBefore) return null;
  return (
    <Group component="nav" aria-label="Pages" justify="flex-end" gap="xs">
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
