import { Button, Group, Stack, Tabs, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Dialog } from '../../parts/form/dialog.tsx';
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

/** Shows the challenge once, with sample calls, and the verification status. */
export function ProveApplication({ client, identity, challenge, onClose }: ProveApplicationProps) {
  const { workspaceId } = useWorkspace();
  const { data } = useQuery(applicationsQuery(workspaceId, client.apiClientId));
  const isActive = data?.some(
    ({ credentialId, status }) => credentialId === challenge.credentialId && status === 'Active',
  );
  return (
    <Dialog
      onClose={onClose}
      title="Verify application"
      size="xl"
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
    >
      <Stack gap="md">
        <Text size="sm">
          Run one of these where the application's secret is: it gets a token of its own and sends the
          challenge back with it. The challenge is shown this once; it expires{' '}
          <Moment at={challenge.challengeExpiresAt} />.
        </Text>
        <Tabs defaultValue="curl" keepMounted={false}>
          <Tabs.List aria-label="How to verify it">
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
              <StatusBadge tone="good">Active: verified</StatusBadge>
            ) : (
              <StatusBadge tone="waiting">Waiting for verification</StatusBadge>
            )}
          </span>
          <Button variant={isActive ? 'filled' : 'default'} onClick={onClose}>
            {isActive ? 'Done' : 'I have stored it'}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
