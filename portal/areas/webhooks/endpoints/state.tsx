import { Text } from '@mantine/core';
import { Moment } from '../../../parts/moment.tsx';
import { StatusBadge } from '../../../parts/status-badge.tsx';
import { endpointState, type WebhookEndpoint } from './queries.ts';

/** Whether it hears of events, how it does, and since when. */
export function EndpointState({ endpoint }: { readonly endpoint: WebhookEndpoint }) {
  const { tone, words, since } = endpointState(endpoint);
  return (
    <div>
      <StatusBadge tone={tone}>{words}</StatusBadge>
      {since && (
        <Text size="xs" c="dimmed">
          since <Moment at={since} />
        </Text>
      )}
    </div>
  );
}
