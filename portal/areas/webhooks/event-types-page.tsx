import { Accordion, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ErrorNotice } from '../../parts/error-notice.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { Snippet } from '../../parts/snippet.tsx';
import { useWorkspace } from '../../session/workspace.ts';
import { eventTypesQuery } from './endpoints/queries.ts';
import { WebhookNavigation } from './navigation.tsx';

/** The event types with example payloads. */
export function EventTypesPage() {
  const { workspaceId } = useWorkspace();
  const query = useQuery(eventTypesQuery(workspaceId));
  return (
    <>
      <PageHeader
        title="Webhook event types"
        docs="webhookEvents"
        lead="Event types with example payloads."
      />
      <WebhookNavigation />
      {query.isPending && <Skeleton height={320} role="status" aria-label="Loading event types" />}
      {query.isError && <ErrorNotice error={query.error} onRetry={() => query.refetch()} />}
      <Accordion multiple keepMounted={false} order={2}>
        {query.data?.map(({ type, summary, heardBy, example }) => (
          <Accordion.Item key={type} value={type}>
            <Accordion.Control>
              <Text size="sm" fw={600} ff="monospace">
                {type}
              </Text>
              <Text size="sm" c="dimmed">
                {summary}
              </Text>
            </Accordion.Control>
            <Accordion.Panel>
              <Text size="sm" mb="xs">
                {heardBy.length > 0
                  ? `Sent to endpoints with the filter ${heardBy.join(' or ')} and to endpoints without a filter.`
                  : 'Sent to one endpoint on request.'}
              </Text>
              <Snippet text={JSON.stringify(example, null, 2)} of={`payload of ${type}`} />
            </Accordion.Panel>
          </Accordion.Item>
        ))}
      </Accordion>
    </>
  );
}
