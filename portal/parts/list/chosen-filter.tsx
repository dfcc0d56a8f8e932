import { Button } from '@mantine/core';
import { useActiveFilter } from './active-filters.ts';

interface ChosenFilterProps {
  readonly children: string;
  readonly onRemove: () => void;
}

/** A filter that a link has set; it can be removed here. */
export function ChosenFilter({ children, onRemove }: ChosenFilterProps) {
  useActiveFilter(children, onRemove);
  return (
    <Button
      variant="default"
      mt={{ base: 0, sm: 24 }}
      onClick={onRemove}
      aria-label={`Remove filter: ${children}`}
      rightSection={<span aria-hidden>×</span>}
    >
      {children}
    </Button>
  );
}
