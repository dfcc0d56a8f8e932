import { Text } from '@mantine/core';
import { formatNumber } from '../format/format-number.ts';

export interface Total {
  readonly count: number;
  /** False: there are more, or there may be. */
  readonly isExact: boolean;
}

/** The number of rows on all pages. */
export function ListTotal({ total: { count, isExact } }: { readonly total: Total }) {
  return (
    <Text size="sm" c="dimmed" role="status">
      Total: {formatNumber(count)}
      {!isExact && '+'}
    </Text>
  );
}
