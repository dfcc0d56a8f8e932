import { Button, Skeleton, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { api, dataOf } from '../../api/client.ts';
import { CopyableId } from '../../parts/copyable-id.tsx';
import { EnabledBadge } from '../../parts/enabled-badge.tsx';
import { ErrorNotice } from '../../parts/error-notice.tsx';
import { Facts } from '../../parts/facts.tsx';
import { ConfirmAction } from '../../parts/form/confirm-action.tsx';
import { formatNumber } from '../../parts/format/format-number.ts';
import { Icon } from '../../parts/icon.tsx';
import { BackLink } from '../../parts/links/back-link.tsx';
import { Moment } from '../../parts/moment.tsx';
import { showDone, showError } from '../../parts/notify.ts';
import { PageHeader } from '../../parts/page-header.tsx';
import { usePermission, useWorkspace } from '../../session/workspace.ts';
import { HistorySection } from '../workspaces/audit-log/history-section.tsx';
import { ClientActivity } from './activity-section.tsx';
import { Applications } from './applications.tsx';
import { EditApiClient } from './edit-api-client.tsx';
import { ApiKeys } from './keys.tsx';
import { type ApiClient, apiClientQuery, apiClientsKey } from './queries.ts';

const back = <BackLink to="/$workspace/api-clients">API clients</BackLink>;

/** One client: scopes, credentials, activity. */
export function ApiClientPage() {
  const { workspaceId } = useWorkspace();
  const { apiClientId = '' } = useParams({ strict: false });
  const query = useQuery(apiClientQuery(workspaceId, apiClientId));
  if (query.data) return <Client client={query.data} />;
  return (
    <>
      <PageHeader title="API client" above={back} />
      {query.isError ? (
        <ErrorNotice error={query.error} onRetry={() => query.refetch()} />
      ) : (
        <Stack gap="sm" role="status" aria-label="Loading client">
          <Skeleton height={90} />
          <Skeleton height={160} />
        </Stack>
      )}
    </>
  );
}

function Client({ client }: { readonly client: ApiClient }) {
  const { apiClientId, enabled, rateLimitPerMinute, effectiveRateLimit, rateLimitQuota } = client;
  const mayChange = usePermission('change:apiClients');
  return (
    <>
      <PageHeader title={client.name} above={back} actions={mayChange && <ClientActions client={client} />} />
      {!enabled && (
        <Text size="sm" mb="md">
          This client is disabled: all of its credentials are refused until it is enabled again.
        </Text>
      )}
      <Facts
        facts={{
          Status: <EnabledBadge enabled={enabled} />,
          'Last used': client.lastUsedAt === null ? 'Never' : <Moment at={client.lastUsedAt} />,
          Registered: <Moment at={client.createdAt} />,
          'Requests a minute': `${formatNumber(effectiveRateLimit)}${rateLimitPerMinute === null ? ' by default' : ''}, of ${formatNumber(rateLimitQuota)}`,
          Scopes: client.scopes.join(', ') || 'None',
          Products:
            client.products === null ? 'All, including future ones' : client.products.join(', ') || 'None',
          Id: <CopyableId id={apiClientId} of="client" />,
        }}
      />
      <ApiKeys client={client} />
      <Applications client={client} />
      <ClientActivity client={client} />
      <HistorySection of={{ apiClientId }} lead="Who changed the client, its keys and applications." />
    </>
  );
}

function ClientActions({ client }: { readonly client: ApiClient }) {
  const { workspaceId } = useWorkspace();
  const { apiClientId, name, enabled } = client;
  const queryClient = useQueryClient();
  const [opened, setOpened] = useState<'edit' | 'disable' | null>(null);
  const close = () => setOpened(null);
  const parameters = { params: { path: { workspaceId, apiClientId } } };
  const path = '/api/admin/v1/workspaces/{workspaceId}/api-clients/{apiClientId}' as const;
  const refresh = () => void queryClient.invalidateQueries({ queryKey: apiClientsKey(workspaceId) });
  const enabling = useMutation({
    mutationFn: () => dataOf(api.POST(`${path}/enable`, parameters)),
    onSuccess: () => {
      refresh();
      showDone(`${name} enabled. Its credentials work again.`);
    },
    onError: showError,
  });
  return (
    <>
      <Button
        variant="default"
        leftSection={<Icon name="edit" size={16} />}
        onClick={() => setOpened('edit')}
      >
        Edit
      </Button>
      {enabled ? (
        <Button variant="default" onClick={() => setOpened('disable')}>
          Disable
        </Button>
      ) : (
        <Button loading={enabling.isPending} onClick={() => enabling.mutate()}>
          Enable
        </Button>
      )}
      {opened === 'edit' && <EditApiClient client={client} onClose={close} />}
      <ConfirmAction
        isOpen={opened === 'disable'}
        onClose={close}
        title={`Disable ${name}?`}
        verb="Disable"
        act={() => dataOf(api.POST(`${path}/disable`, parameters))}
        onDone={() => {
          refresh();
          showDone(`${name} disabled. Its requests are refused within a second.`);
        }}
      >
        <Text size="sm">
          All of its requests are refused within a second until it is enabled again. Its credentials are kept.
        </Text>
      </ConfirmAction>
    </>
  );
}
