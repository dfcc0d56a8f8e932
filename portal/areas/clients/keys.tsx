import { Button, Skeleton, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { ConfirmAction } from '../../parts/confirm-action.tsx';
import { ErrorNotice } from '../../parts/error-notice.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Moment } from '../../parts/moment.tsx';
import { showDone } from '../../parts/notify.ts';
import { SecretShownOnce } from '../../parts/secret-shown-once.tsx';
import { Section } from '../../parts/section.tsx';
import { usePermission, useWorkspace } from '../../session/workspace.ts';
import { IssueKey } from './issue-key.tsx';
import { KeyTable } from './key-table.tsx';
import { type ApiClient, type ApiKey, apiClientsKey, apiKeysQuery } from './queries.ts';
import { RotateKey } from './rotate-key.tsx';

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
        <KeyTable
          keys={query.data}
          mayChange={mayChange}
          onRotate={(apiKey) => setOpened({ dialog: 'rotate', apiKey })}
          onRevoke={(apiKey) => setOpened({ dialog: 'revoke', apiKey })}
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
