import { Button, Skeleton, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../../api/client.ts';
import { ErrorNotice } from '../../../parts/error-notice.tsx';
import { ConfirmAction } from '../../../parts/form/confirm-action.tsx';
import { Icon } from '../../../parts/icon.tsx';
import { BackLink } from '../../../parts/links/back-link.tsx';
import { Moment } from '../../../parts/moment.tsx';
import { showDone } from '../../../parts/notify.ts';
import { PageHeader } from '../../../parts/page-header.tsx';
import { usePermission, useWorkspace } from '../../../session/workspace.ts';
import { HistorySection } from '../../workspaces/audit-log/history-section.tsx';
import { Addresses } from './addresses.tsx';
import { Doctor } from './doctor.tsx';
import { EditConnection } from './edit-connection.tsx';
import { EditSeller } from './edit-seller.tsx';
import { EventSecretSection } from './event-secret.tsx';
import { ConnectionFacts } from './facts.tsx';
import { marketplaceKinds } from './kinds.ts';
import { Limits } from './limits.tsx';
import { type Connection, connectionPath, connectionQuery, connectionsKey } from './queries.ts';
import { Reconciliation } from './reconciliation.tsx';
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
  const Edit = connection?.seller ? EditSeller : EditConnection;
  return (
    <>
      <PageHeader
        above={<BackLink to="/$workspace/settings/marketplace">Marketplace connections</BackLink>}
        title={connection?.sourceName ?? 'Marketplace connection'}
        lead={connection && leadOf(connection)}
        actions={
          mayChange &&
          connection && (
            <>
              {/* An import needs the customer of each subscription. */}
              {connection.traits.namesCustomer && (
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
              )}
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
          <Addresses connection={connection} />
          <EventSecretSection connection={connection} />
          <Limits connection={connection} />
          <HistorySection
            of={{ subjectKind: 'MarketplaceConnection', subjectId: connectionId }}
            lead="Who changed the connection."
          />
          {opened === 'change' && <Edit connectionId={connectionId} onClose={close} />}
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

/** The name of the marketplace, where the connection is not named after it. */
function leadOf({ kind, sourceName }: Connection): string | undefined {
  const { name } = marketplaceKinds[kind];
  return name === sourceName ? undefined : name;
}
