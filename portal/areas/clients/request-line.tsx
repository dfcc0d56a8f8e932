import { Text } from '@mantine/core';

interface RequestLineProps {
  readonly method: string;
  /** The URL pattern. */
  readonly route: string;
}

export function RequestLine({ method, route }: RequestLineProps) {
  return (
    <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
      {method} {route}
    </Text>
  );
}
