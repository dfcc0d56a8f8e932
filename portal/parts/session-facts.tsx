import { Text } from '@mantine/core';
import { Moment } from './moment.tsx';

interface SessionFactsProps {
  readonly address: string | null;
  readonly startedAt: string;
  readonly lastSeenAt: string;
}

/** The address and times of a session. */
export function SessionFacts({ address, startedAt, lastSeenAt }: SessionFactsProps) {
  return (
    <div>
      <Text size="sm">{address ?? 'Unknown address'}</Text>
      <Text size="xs" c="dimmed" component="div">
        Since <Moment at={startedAt} />, last seen <Moment at={lastSeenAt} />
      </Text>
    </div>
  );
}
