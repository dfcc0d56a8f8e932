import { Button, Skeleton, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { ActionsMenu, MenuAction } from '../../parts/actions-menu.tsx';
import { ConfirmAction } from '../../parts/confirm-action.tsx';
import { CopyableId } from '../../parts/copyable-id.tsx';
import { ErrorNotice } from '../../parts/error-notice.tsx';
import { Icon } from '../../parts/icon.tsx';
import { type Column, RowTable } from '../../parts/list-page.tsx';
import { Moment } from '../../parts/moment.tsx';
import { showDone } from '../../parts/notify.ts';
import { SecretShownOnce } from '../../parts/secret-shown-once.tsx';
import { Section } from '../../parts/section.tsx';
import { StatusBadge } from '../../parts/status-badge.tsx';
import { usePermission, useWorkspace } from '../../session/workspace.ts';
import { IssueKey } from './issue-key.tsx';
import { type ApiClient, type ApiKey, apiClientsKey, apiKeysQuery } from './queries.ts';
import { RotateKey } from './rotate-key.tsx';

const tones = { Active: 'good', Expired: 'over', Revoked: 'over' } as const;

const columns: readonly Column<ApiKey>[] = [
  { name: 'Key', cell: ({ keyId }) => <CopyableId id={keyId} of="key" /> },
  { name: 'Status', cell: ({ status }) => <StatusBadge tone={tones[status]}>{status}</StatusBadge> },
  { name: 'Issued', cell: ({ createdAt }) => <Moment at={createdAt} /> },
  { name: 'Expires', cell: (key) => <End apiKey={key} /> },
  {
    name: 'Last used',
    cell: ({ lastUsedAt }) => (lastUsedAt === null ? 'Never' : <Moment at={lastUsedAt} />),
  },
];

function End({ apiKey: { revokedAt, expiresAt } }: { readonly apiKey: ApiKey }) {
  const at = revokedAt ?? expiresAt;
  return at === null ? 'Never' : <Moment at={at} />;
}

interface Opened {
  readonly dialog: 'rotate' | 'revoke';
  readonly apiKey: ApiKey;
}

/** The keys of a client; the secret is shown once, on issue. */
export function ApiKeys({ client }: { readonly client: ApiClient }) {
  const { workspaceId } = useWorkspace();
  const mayChange = usePermission('change:apiClients');
  const queryClient = useQueryClient();
  const query = useQuery(apiKeysQuery(workspaceId, client.apiClientId));
  const [isIssuing, setIssuing] = useState(false);
  const [opened, setOpened] = useState<Opened | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const refresh = () => void queryClient.invalidateQueries({ queryKey: apiClientsKey(workspaceId) });
  const show = ({ apiKey }: { readonly apiKey: string }) => {
    setIssuing(false);
    setOpened(null);
    setSecret(apiKey);
    refresh();
  };
  const actions: Column<ApiKey> = {
    name: 'Actions',
    isActions: true,
    cell: (apiKey) =>
      apiKey.status === 'Active' && (
        <ActionsMenu of={`the key ${apiKey.keyId}`}>
          <MenuAction icon="retry" onClick={() => setOpened({ dialog: 'rotate', apiKey })}>
            Rotate
          </MenuAction>
          <MenuAction icon="remove" isDangerous onClick={() => setOpened({ dialog: 'revoke', apiKey })}>
            Revoke
          </MenuAction>
        </ActionsMenu>
      ),
  };
  return (
    <Section
      title="API keys"
      lead={
        <>
          Sent as the header <code>X-Api-Key</code>. Rotate a key to replace it without downtime.
        </>
      }
      actions={
        mayChange && (
          <Button
            variant="default"
            leftSection={<Icon name="plus" size={16} />}
            onClick={() => setIssuing(true)}
          >
            {' '}
            Issue key
          </Button>
        )
      }
    >
      {query.isPending && <Skeleton height={72} />}
      {query.isError && <ErrorNotice error={query.error} onRetry={() => query.refetch()} />}
      {query.data?.length === 0 && (
        <Text size="sm" c="dimmed">
          No keys. Issue one for an application that cannot get tokens of an identity provider.
        </Text>
      )}
      {query.data && query.data.length > 0 && (
        <RowTable
          items={query.data}
          columns={mayChange ? [...columns, actions] : columns}
          keyOf={({ keyId }) => keyId}
        />
      )}
      {isIssuing && <IssueKey client={client} onIssued={show} onClose={() => setIssuing(false)} />}
      {opened?.dialog === 'rotate' && (
        <RotateKey apiKey={opened.apiKey} onRotated={show} onClose={() => setOpened(null)} />
      )}
      <ConfirmAction
        isOpen={opened?.dialog === 'revoke'}
        onClose={() => setOpened(null)}
        title={`Revoke key ${opened?.apiKey.keyId}?`}
        verb="Revoke"
        act={() =>
          api.POST('/api/admin/v1/workspaces/{workspaceId}/api-keys/{keyId}/revoke', {
            params: { path: { workspaceId, keyId: opened?.apiKey.keyId ?? '' } },
          })
        }
        onDone={() => {
          refresh();
          showDone('Key revoked.');
        }}
      >
        <Text size="sm">
          Requests with this key are refused within a second, permanently. To replace a key without downtime,
          rotate it.
        </Text>
        {opened?.apiKey.lastUsedAt && (
          <Text size="sm" fw={600} mt="xs">
            Last used <Moment at={opened.apiKey.lastUsedAt} />.
          </Text>
        )}
      </ConfirmAction>
      <SecretShownOnce
        secret={secret}
        name={`API key of ${client.name}`}
        advice="Store it with the application’s secrets. It is sent as the header X-Api-Key."
        onClose={() => setSecret(null)}
      />
    </Section>
  );
}
