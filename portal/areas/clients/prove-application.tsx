import { Button, Group, Modal, Stack, Tabs, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Moment } from '../../parts/moment.tsx';
import { Snippet } from '../../parts/snippet.tsx';
import { StatusBadge } from '../../parts/status-badge.tsx';
import { useWorkspace } from '../../session/workspace.ts';
import { proofCalls } from './proof-calls.ts';
import { type ApiClient, applicationsQuery, type Challenge } from './queries.ts';

interface ProveApplicationProps {
  readonly client: ApiClient;
  readonly identity: { readonly applicationId: string };
  readonly challenge: Challenge;
  readonly onClose: () => void;
}

/** The challenge, once, with calls that are ready to run; it shows when the application has proven itself. */
export function ProveApplication({ client, identity, challenge, onClose }: ProveApplicationProps) {
  const { workspaceId } = useWorkspace();
  const { data } = useQuery(applicationsQuery(workspaceId, client.apiClientId));
  const isActive = data?.some(
    ({ credentialId, status }) => credentialId === challenge.credentialId && status === 'Active',
  );
  return (
    <Modal
      opened
      onClose={onClose}
      title="Let the application prove itself"
      size="xl"
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
    >
      <Stack gap="md">
        <Text size="sm">
          Run one of these where the application's secret is: it gets a token of its own and sends the
          challenge back with it. The challenge is shown this once; it ends{' '}
          <Moment at={challenge.challengeExpiresAt} />.
        </Text>
        <Tabs defaultValue="curl" keepMounted={false}>
          <Tabs.List aria-label="How to prove it">
            {proofCalls.map(({ name }) => (
              <Tabs.Tab key={name} value={name}>
                {name}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          {proofCalls.map(({ name, write }) => (
            <Tabs.Panel key={name} value={name} pt="sm">
              <Snippet text={write({ ...challenge, ...identity })} of={`${name} call`} />
            </Tabs.Panel>
          ))}
        </Tabs>
        <Group justify="space-between" gap="xs">
          <span role="status">
            {isActive ? (
              <StatusBadge tone="good">Active: it has proven itself and may call</StatusBadge>
            ) : (
              <StatusBadge tone="waiting">Waiting for it to prove itself</StatusBadge>
            )}
          </span>
          <Button variant={isActive ? 'filled' : 'default'} onClick={onClose}>
            {isActive ? 'Done' : 'I have kept it'}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
