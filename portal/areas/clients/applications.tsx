import { ActionIcon, Skeleton, Text, Tooltip } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { CopyableId } from '../../parts/copyable-id.tsx';
import { ErrorNotice } from '../../parts/error-notice.tsx';
import { ConfirmAction } from '../../parts/form/confirm-action.tsx';
import { useAddDialog } from '../../parts/form/use-add-dialog.tsx';
import { Icon } from '../../parts/icon.tsx';
import { type Column, RowTable } from '../../parts/list/row-table.tsx';
import { Moment } from '../../parts/moment.tsx';
import { showDone } from '../../parts/notify.ts';
import { Section } from '../../parts/section.tsx';
import { StatusBadge, type Tone } from '../../parts/status-badge.tsx';
import { useNow } from '../../parts/use-now.ts';
import { usePermission, useWorkspace } from '../../session/workspace.ts';
import { AddApplication } from './add-application.tsx';
import { type ApplicationState, stateOf } from './application-state.ts';
import { type ApiClient, type ApplicationCredential, apiClientsKey, applicationsQuery } from './queries.ts';

const tones: Readonly<Record<ApplicationState, Tone>> = {
  Active: 'good',
  Pending: 'waiting',
  Failed: 'bad',
  Expired: 'over',
};

const columns: readonly Column<ApplicationCredential>[] = [
  { name: 'Application', cell: ({ applicationId }) => <CopyableId id={applicationId} of="application" /> },
  { name: 'Tenant', cell: ({ tenantId }) => <CopyableId id={tenantId} of="tenant" /> },
  { name: 'Status', cell: (application) => <State application={application} /> },
  { name: 'Added', cell: ({ createdAt }) => <Moment at={createdAt} /> },
  { name: 'Verified', cell: (application) => <Proof application={application} /> },
  {
    name: 'Last used',
    cell: ({ lastUsedAt }) => (lastUsedAt === null ? 'Never' : <Moment at={lastUsedAt} />),
  },
];

function State({ application }: { readonly application: ApplicationCredential }) {
  const state = stateOf(application, useNow());
  return <StatusBadge tone={tones[state]}>{state}</StatusBadge>;
}

function Proof({ application }: { readonly application: ApplicationCredential }) {
  const { verifiedAt, challengeExpiresAt, wrongTries } = application;
  const state = stateOf(application, useNow());
  if (verifiedAt !== null) return <Moment at={verifiedAt} />;
  if (state !== 'Pending') {
    return (
      <Text size="sm" c="dimmed">
        {state === 'Failed' ? 'Ten failed attempts: add it again' : 'Challenge expired: add it again'}
      </Text>
    );
  }
  return (
    <Text size="sm" c="dimmed">
      Its challenge expires <Moment at={challengeExpiresAt} />
      {wrongTries > 0 && `, ${wrongTries} failed ${wrongTries === 1 ? 'attempt' : 'attempts'}`}
    </Text>
  );
}

/** The identity-provider applications of a client, verified or pending. */
export function Applications({ client }: { readonly client: ApiClient }) {
  const { workspaceId } = useWorkspace();
  const mayChange = usePermission('change:apiClients');
  const query = useQuery(applicationsQuery(workspaceId, client.apiClientId));
  const queryClient = useQueryClient();
  const add = useAddDialog({
    label: 'Add application',
    isAllowed: mayChange,
    isSecondary: true,
    dialog: (close) => <AddApplication client={client} onClose={close} />,
  });
  const [removed, setRemoved] = useState<ApplicationCredential | null>(null);
  const actions: Column<ApplicationCredential> = {
    name: 'Actions',
    isActions: true,
    cell: (application) => (
      <Tooltip label="Remove">
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={`Remove the application ${application.applicationId}`}
          onClick={() => setRemoved(application)}
        >
          <Icon name="remove" size={16} />
        </ActionIcon>
      </Tooltip>
    ),
  };
  return (
    <Section
      title="Identity-provider applications"
      lead="They call with tokens of your identity provider, without a secret of this service. Each is verified once."
      actions={add.button}
    >
      {query.isPending && <Skeleton height={72} />}
      {query.isError && <ErrorNotice error={query.error} onRetry={() => query.refetch()} />}
      {query.data?.length === 0 && (
        <Text size="sm" c="dimmed">
          No applications. Add one by its application id and the tenant that issues its tokens.
        </Text>
      )}
      {query.data && query.data.length > 0 && (
        <RowTable
          items={query.data}
          columns={mayChange ? [...columns, actions] : columns}
          keyOf={({ credentialId }) => credentialId}
        />
      )}
      {add.dialog}
      <ConfirmAction
        isOpen={removed !== null}
        onClose={() => setRemoved(null)}
        title="Remove application?"
        verb="Remove"
        act={() =>
          api.DELETE('/api/admin/v1/workspaces/{workspaceId}/application-credentials/{credentialId}', {
            params: { path: { workspaceId, credentialId: removed?.credentialId ?? '' } },
          })
        }
        onDone={() => {
          void queryClient.invalidateQueries({ queryKey: apiClientsKey(workspaceId) });
          showDone('Application removed. Its tokens are refused.');
        }}
      >
        <Text size="sm">
          {removed?.applicationId} can no longer call as {client.name}: its tokens are refused within a
          second. To use it again, add and verify it again.
        </Text>
      </ConfirmAction>
    </Section>
  );
}
