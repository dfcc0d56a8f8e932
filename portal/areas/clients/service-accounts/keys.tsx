import { Button, Skeleton, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, dataOf } from '../../../api/client.ts';
import { servicePath } from '../../../base-path.ts';
import { ConfirmAction } from '../../../parts/confirm-action.tsx';
import { ErrorNotice } from '../../../parts/error-notice.tsx';
import { Icon } from '../../../parts/icon.tsx';
import { Moment } from '../../../parts/moment.tsx';
import { showDone } from '../../../parts/notify.ts';
import { SecretShownOnce } from '../../../parts/secret-shown-once.tsx';
import { Section } from '../../../parts/section.tsx';
import { Snippet } from '../../../parts/snippet.tsx';
import { usePermission, useWorkspace } from '../../../session/workspace.ts';
import { KeyTable } from '../key-table.tsx';
import { IssueServiceAccountKey } from './issue-key.tsx';
import {
  accountsPath,
  type ServiceAccount,
  type ServiceAccountKey,
  serviceAccountKeysQuery,
  serviceAccountsKey,
} from './queries.ts';
import { RotateServiceAccountKey } from './rotate-key.tsx';

interface Opened {
  readonly dialog: 'rotate' | 'revoke';
  readonly key: ServiceAccountKey;
}

/** The keys of a service account; the secret is shown once, on issue, with a sample call. */
export function ServiceAccountKeys({ account }: { readonly account: ServiceAccount }) {
  const { serviceAccountId, name } = account;
  const { workspaceId } = useWorkspace();
  const mayChange = usePermission('change:members');
  const queryClient = useQueryClient();
  const query = useQuery(serviceAccountKeysQuery(workspaceId, serviceAccountId));
  const [isIssuing, setIssuing] = useState(false);
  const [opened, setOpened] = useState<Opened | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const refresh = () => void queryClient.invalidateQueries({ queryKey: serviceAccountsKey(workspaceId) });
  const show = ({ key }: { readonly key: string }) => {
    setIssuing(false);
    setOpened(null);
    setSecret(key);
    refresh();
  };
  return (
    <Section
      title="Keys"
      lead={
        <>
          Sent as the header <code>Authorization: Bearer</code>. Rotate a key to replace it without downtime.
        </>
      }
      actions={
        mayChange && (
          <Button
            variant="default"
            leftSection={<Icon name="plus" size={16} />}
            onClick={() => setIssuing(true)}
          >
            Issue key
          </Button>
        )
      }
    >
      {query.isPending && <Skeleton height={72} />}
      {query.isError && <ErrorNotice error={query.error} onRetry={() => query.refetch()} />}
      {query.data?.length === 0 && (
        <Text size="sm" c="dimmed">
          No keys yet.
        </Text>
      )}
      {query.data && query.data.length > 0 && (
        <KeyTable
          keys={query.data}
          mayChange={mayChange}
          onRotate={(key) => setOpened({ dialog: 'rotate', key })}
          onRevoke={(key) => setOpened({ dialog: 'revoke', key })}
        />
      )}
      {isIssuing && (
        <IssueServiceAccountKey account={account} onIssued={show} onClose={() => setIssuing(false)} />
      )}
      {opened?.dialog === 'rotate' && (
        <RotateServiceAccountKey
          account={account}
          keyId={opened.key.keyId}
          onRotated={show}
          onClose={() => setOpened(null)}
        />
      )}
      <ConfirmAction
        isOpen={opened?.dialog === 'revoke'}
        onClose={() => setOpened(null)}
        title={`Revoke key ${opened?.key.keyId}?`}
        verb="Revoke"
        act={() =>
          dataOf(
            api.POST(`${accountsPath}/{serviceAccountId}/keys/{keyId}/revoke`, {
              params: { path: { workspaceId, serviceAccountId, keyId: opened?.key.keyId ?? '' } },
            }),
          )
        }
        onDone={() => {
          refresh();
          showDone('Key revoked.');
        }}
      >
        <Text size="sm">
          Requests with this key are refused at once, permanently. To replace a key without downtime, rotate
          it.
        </Text>
        {opened?.key.lastUsedAt && (
          <Text size="sm" fw={600} mt="xs">
            Last used <Moment at={opened.key.lastUsedAt} />.
          </Text>
        )}
      </ConfirmAction>
      <SecretShownOnce
        secret={secret}
        name={`Key of ${name}`}
        advice="Store it with the program’s secrets."
        onClose={() => setSecret(null)}
      >
        <Text size="sm">A call with it:</Text>
        <Snippet text={sampleCall()} of="sample call" />
      </SecretShownOnce>
    </Section>
  );
}

/** The key stays out of the command line, whose history is stored. */
function sampleCall(): string {
  return `read -rs TESSERA_KEY
curl -H "Authorization: Bearer $TESSERA_KEY" \\
  ${window.location.origin}${servicePath}/api/admin/v1/service-account`;
}
