import { Text } from '@mantine/core';
import { Moment } from '../../../parts/moment.tsx';
import { StatusBadge } from '../../../parts/status-badge.tsx';
import { endpointState, type WebhookEndpoint } from './queries.ts';

/** The state badge of an endpoint. */
export function EndpointState({ endpoint }: { readonly endpoint: WebhookEndpoint }) {
  const { tone, label, since } = endpointState(endpoint);
  return (
    <div>
      <StatusBadge tone={tone}>{label}</StatusBadge>
      {since && (
        <Text size="xs" c="dimmed">
          {endpoint.disabled === null && 'First failed '}
          <Moment at={since} />
        </Text>
      )}
    </div>
  );
}
