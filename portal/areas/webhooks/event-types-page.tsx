import { Accordion, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ErrorNotice } from '../../parts/error-notice.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { Snippet } from '../../parts/snippet.tsx';
import { useWorkspace } from '../../session/workspace.ts';
import { eventTypesQuery } from './endpoints/queries.ts';
import { WebhookNavigation } from './navigation.tsx';

/** What endpoints can hear of, each with a payload as it could be. */
export function EventTypesPage() {
  const { workspaceId } = useWorkspace();
  const query = useQuery(eventTypesQuery(workspaceId));
  return (
    <>
      <PageHeader
        title="Webhook event types"
        lead="What endpoints can hear of, each with a payload as it could be. Their schemas are in the API documentation."
      />
      <WebhookNavigation />
      {query.isPending && <Skeleton height={320} role="status" aria-label="Event types are being loaded" />}
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
                  ? `Heard by endpoints that say ${heardBy.join(' or ')}, and by those that hear of everything.`
                  : 'Sent to one endpoint alone, when somebody asks for it.'}
              </Text>
              <Snippet text={JSON.stringify(example, null, 2)} of={`payload of ${type}`} />
            </Accordion.Panel>
          </Accordion.Item>
        ))}
      </Accordion>
    </>
  );
}
