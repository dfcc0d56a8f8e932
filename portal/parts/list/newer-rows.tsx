import { Button } from '@mantine/core';
import { formatNumber } from '../format/format-number.ts';

interface NewerProps {
  readonly added: number;
  readonly gone: number;
  readonly showAll: () => void;
}

/** Rows that wait, so that the list does not move under the cursor. */
export function Newer({ added, gone, showAll }: NewerProps) {
  if (added === 0 && gone === 0) return null;
  return (
    <Button size="compact-xs" variant="light" onClick={showAll}>
      {added > 0 ? `Show ${formatNumber(added)} new` : 'Refresh the list'}
    </Button>
  );
}
