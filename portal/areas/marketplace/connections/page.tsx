import { Button, Skeleton, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../../api/client.ts';
import { compareNow } from '../../../api/marketplaces.ts';
import { BackLink } from '../../../parts/back-link.tsx';
import { CopyableId } from '../../../parts/copyable-id.tsx';
import { DocsLink } from '../../../parts/docs-link.tsx';
import { ErrorNotice } from '../../../parts/error-notice.tsx';
import { Facts } from '../../../parts/facts.tsx';
import { ConfirmAction } from '../../../parts/form/confirm-action.tsx';
import { Icon } from '../../../parts/icon.tsx';
import { Moment } from '../../../parts/moment.tsx';
import { showDone, showError } from '../../../parts/notify.ts';
import { PageHeader } from '../../../parts/page-header.tsx';
import { Section } from '../../../parts/section.tsx';
import { StatusBadge } from '../../../parts/status-badge.tsx';
import { usePermission, useWorkspace } from '../../../session/workspace.ts';
import { HistorySection } from '../../workspaces/audit-log/history-section.tsx';
import { Doctor } from './doctor.tsx';
import { EditConnection } from './edit-connection.tsx';
import {
  type Connection,
  connectionPath,
  connectionQuery,
  connectionsKey,
  connectionTones,
  reconciliationLabels,
} from './queries.ts';
import { TestPurchases } from './test-purchases.tsx';

/** One connection: state, addresses for the offers, doctor, reconciliation. */
export function ConnectionPage() {
  const { workspaceId, slug: workspace } = useWorkspace();
  const { connectionId = '' } = useParams({ strict: false });
  const mayChange = usePermission('change:settings');
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const query = useQuery(connectionQuery(workspaceId, connectionId));
  const [opened, setOpened] = useState<'change' | 'removal' | null>(null);
  const close = () => setOpened(null);
  const connection = query.data;
  return (
    <>
      <PageHeader
        above={<BackLink to="/$workspace/settings/marketplace">Marketplace connections</BackLink>}
        title={connection?.sourceName ?? 'Marketplace connection'}
        actions={
          mayChange &&
          connection && (
            <>
              <Button
                variant="default"
                renderRoot={(props) => (
                  <Link
                    to="/$workspace/subscriptions/import"
                    params={{ workspace }}
                    search={{ connection: connectionId }}
                    {...props}
                  />
                )}
              >
                Import subscriptions
              </Button>
              <Button
                variant="default"
                leftSection={<Icon name="edit" size={16} />}
                onClick={() => setOpened('change')}
              >
                Edit
              </Button>
              <Button variant="default" onClick={() => setOpened('removal')}>
                Remove
              </Button>
            </>
          )
        }
      />
      {query.isPending && <Skeleton height={160} role="status" aria-label="Loading connection" />}
      {query.isError && <ErrorNotice error={query.error} onRetry={() => query.refetch()} />}
      {connection && (
        <>
          <ConnectionFacts connection={connection} />
          {connection.circuit && (
            <Text size="sm" mt="md" c="var(--portal-bad)">
              Usage cannot be sent: {connection.circuit.reason} First failed{' '}
              <Moment at={connection.circuit.since} />, next attempt{' '}
              <Moment at={connection.circuit.restsUntil} />.
            </Text>
          )}
          {mayChange && <Doctor connection={connection} onChange={() => setOpened('change')} />}
          <Reconciliation connection={connection} />
          <TestPurchases connection={connection} />
          <Section title="For your offers" lead="Enter these in the technical configuration of each offer.">
            <Facts
              facts={{
                'Connection webhook': <CopyableId id={connection.webhookUrl} of="webhook" isFull />,
                'Landing page': <CopyableId id={connection.landingPageUrl} of="landing page" isFull />,
              }}
            />
          </Section>
          <Section
            title="For your customers"
            lead={
              <>
                Link to it from your application: customers see their subscriptions and usage, and assign
                seats. <DocsLink topic="customersPage" />
              </>
            }
          >
            <Facts
              facts={{
                'Customer’s page': <CopyableId id={connection.accountUrl} of="customer’s page" isFull />,
              }}
            />
          </Section>
          <HistorySection
            of={{ subjectKind: 'MarketplaceConnection', subjectId: connectionId }}
            lead="Who changed the connection."
          />
          {opened === 'change' && <EditConnection connectionId={connectionId} onClose={close} />}
          <ConfirmAction
            isOpen={opened === 'removal'}
            onClose={close}
            title={`Remove ${connection.sourceName}?`}
            verb="Remove"
            act={() => api.DELETE(connectionPath, { params: { path: { workspaceId, connectionId } } })}
            onDone={async () => {
              await navigate({ to: '/$workspace/settings/marketplace', params: { workspace } });
              void queryClient.invalidateQueries({ queryKey: connectionsKey(workspaceId) });
              showDone(`${connection.sourceName} removed.`);
            }}
          >
            <Text size="sm">
              Its subscriptions stay as they are, but are no longer synchronised: changes, cancellations and
              usage stop. A new connection has other addresses, which must be entered in every offer.
            </Text>
          </ConfirmAction>
        </>
      )}
    </>
  );
}

function ConnectionFacts({ connection }: { readonly connection: Connection }) {
  const { state, credential, lastCallAt, usageComparedAt, createdAt } = connection;
  return (
    <Facts
      facts={{
        State: <StatusBadge tone={connectionTones[state]}>{state}</StatusBadge>,
        Credential: (
          <>
            {credentialNames[credential.kind]},{' '}
            {credential.endsAt === null ? (
              'expiry not set'
            ) : (
              <>
                expires <Moment at={credential.endsAt} />
              </>
            )}
          </>
        ),
        'Last notification': lastCallAt === null ? 'Never' : <Moment at={lastCallAt} />,
        'Usage compared': usageComparedAt === null ? 'Not yet' : <Moment at={usageComparedAt} />,
        Connected: <Moment at={createdAt} />,
        ...(connection.seller === null
          ? {
              'Tenant id': <CopyableId id={connection.tenantId} of="tenant" />,
              'Client id': <CopyableId id={connection.clientId} of="application" />,
              Marketplace: connection.marketplaceUrl,
              'Identity provider': connection.authUrl,
            }
          : {
              'Seller account': connection.seller.sellerAccount,
              Region: connection.seller.region,
              'Access key id': connection.seller.accessKeyId,
              Role: connection.seller.roleArn ?? 'None',
              'External id': <CopyableId id={connection.seller.externalId} of="role" />,
            }),
        'Connection id': <CopyableId id={connection.connectionId} of="connection" />,
        ...(connection.acceptsUnsignedCalls && {
          'Unsigned notifications': <StatusBadge tone="attention">Accepted, for development</StatusBadge>,
        }),
      }}
    />
  );
}

const credentialNames = { secret: 'Secret', certificate: 'Certificate', accessKey: 'Access key' };

function Reconciliation({ connection }: { readonly connection: Connection }) {
  const { workspaceId } = useWorkspace();
  const mayRequest = usePermission('change:subscriptions');
  const queryClient = useQueryClient();
  const { connectionId, reconciliation } = connection;
  const request = useMutation({
    mutationFn: () => compareNow(workspaceId, connectionId),
    onSuccess: (response) =>
      queryClient.setQueryData(connectionQuery(workspaceId, connectionId).queryKey, response),
    onError: showError,
  });
  const isIdle = reconciliation.state === 'Idle';
  return (
    <Section
      title="Reconciliation"
      lead="Every hour all subscriptions are compared with the marketplace and differences are repaired. Each repair creates a notice in the inbox."
      actions={
        mayRequest && (
          <Button
            variant="default"
            leftSection={<Icon name="subscriptions" size={16} />}
            loading={request.isPending || !isIdle}
            onClick={() => request.mutate()}
          >
            Reconcile now
          </Button>
        )
      }
    >
      <Text size="sm" role="status">
        <StatusBadge tone={!isIdle ? 'waiting' : reconciliation.failure === null ? 'good' : 'bad'}>
          {isIdle
            ? reconciliation.failure === null
              ? 'Done'
              : 'Failed'
            : reconciliation.state === 'Asked'
              ? 'Requested'
              : 'Running'}
        </StatusBadge>{' '}
        {reconciliation.doneAt && <Moment at={reconciliation.doneAt} />} ·{' '}
        {reconciliationLabels(reconciliation)}
      </Text>
    </Section>
  );
}
