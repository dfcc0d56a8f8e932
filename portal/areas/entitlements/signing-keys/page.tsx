import { Alert, Anchor, Button, Skeleton, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, dataOf } from '../../../api/client.ts';
import { servicePath } from '../../../base-path.ts';
import { ActionsMenu, MenuAction } from '../../../parts/actions-menu.tsx';
import { CopyableId } from '../../../parts/copyable-id.tsx';
import { EmptyState } from '../../../parts/empty-state.tsx';
import { ErrorNotice } from '../../../parts/error-notice.tsx';
import { ConfirmAction } from '../../../parts/form/confirm-action.tsx';
import { formatNumber } from '../../../parts/format/format-number.ts';
import { Icon } from '../../../parts/icon.tsx';
import { type Column, RowTable } from '../../../parts/list/row-table.tsx';
import { Moment } from '../../../parts/moment.tsx';
import { showDone } from '../../../parts/notify.ts';
import { PageHeader } from '../../../parts/page-header.tsx';
import { StatusBadge } from '../../../parts/status-badge.tsx';
import { usePermission, useWorkspace } from '../../../session/workspace.ts';
import { SettingsNavigation } from '../../workspaces/settings/navigation.tsx';
import { type SigningKey, signingKeysKey, signingKeysQuery } from './queries.ts';
import { WithdrawKey } from './withdraw-key.tsx';

const tones = { Active: 'good', Replaced: 'ended', Withdrawn: 'bad' } as const;

const columns: readonly Column<SigningKey>[] = [
  { name: 'Key', cell: ({ kid }) => <CopyableId id={kid} of="key" /> },
  { name: 'State', cell: (key) => <State signingKey={key} /> },
  { name: 'Made', cell: (key) => <Made signingKey={key} /> },
  {
    name: 'Published until',
    cell: ({ listedUntil }) => (listedUntil === null ? 'While it is active' : <Moment at={listedUntil} />),
  },
  { name: 'Licence files in use', cell: ({ licenceFiles }) => formatNumber(licenceFiles) },
];

function State({ signingKey: { state, withdrawReason } }: { readonly signingKey: SigningKey }) {
  return (
    <div>
      <StatusBadge tone={tones[state]}>{state}</StatusBadge>
      {withdrawReason !== null && (
        <Text size="xs" c="dimmed">
          {withdrawReason}
        </Text>
      )}
    </div>
  );
}

function Made({ signingKey: { madeAt, madeBy } }: { readonly signingKey: SigningKey }) {
  return (
    <div>
      <Moment at={madeAt} />
      <Text size="xs" c="dimmed">
        {madeBy === null ? 'By the service' : `By ${madeBy}`}
      </Text>
    </div>
  );
}

/** The keys with which the workspace signs entitlements. */
export function SigningKeysPage() {
  const { workspaceId } = useWorkspace();
  const mayChange = usePermission('change:settings');
  const queryClient = useQueryClient();
  const query = useQuery(signingKeysQuery(workspaceId));
  const [isRotating, setRotating] = useState(false);
  const [withdrawing, setWithdrawing] = useState<SigningKey | null>(null);
  const [consequence, setConsequence] = useState<string | null>(null);
  const reload = () => void queryClient.invalidateQueries({ queryKey: signingKeysKey(workspaceId) });
  const keys = query.data?.items;
  const rotate = mayChange && (
    <Button variant={keys?.length === 0 ? 'filled' : 'default'} onClick={() => setRotating(true)}>
      {keys?.length === 0 ? 'Make key' : 'Rotate key'}
    </Button>
  );
  const actions: Column<SigningKey> = {
    name: 'Actions',
    isActions: true,
    cell: (key) =>
      key.state !== 'Withdrawn' && (
        <ActionsMenu of={`the key ${key.kid}`}>
          <MenuAction icon="remove" isDangerous onClick={() => setWithdrawing(key)}>
            Withdraw
          </MenuAction>
        </ActionsMenu>
      ),
  };
  return (
    <>
      <PageHeader
        title="Signing keys"
        docs="signedEntitlements"
        lead={
          <>
            Keys that sign entitlement tokens, licence files and the revocation list. Anybody can read{' '}
            <Anchor
              href={`${servicePath}/.well-known/tessera/${workspaceId}/jwks.json`}
              target="_blank"
              rel="noreferrer"
              inherit
              underline="always"
            >
              the public keys
            </Anchor>
            .
          </>
        }
        actions={keys && keys.length > 0 && rotate}
      />
      <SettingsNavigation />
      {consequence !== null && (
        <Alert
          color="yellow"
          variant="outline"
          role="status"
          c="inherit"
          mb="md"
          icon={<Icon name="warning" />}
          title="Key withdrawn"
          withCloseButton
          closeButtonLabel="Close"
          onClose={() => setConsequence(null)}
        >
          {consequence}
        </Alert>
      )}
      {query.isPending && <Skeleton height={120} role="status" aria-label="Loading signing keys" />}
      {query.isError && <ErrorNotice error={query.error} onRetry={() => query.refetch()} />}
      {keys?.length === 0 && (
        <EmptyState
          icon="apiClients"
          title="No signing keys yet"
          text="The first key is made when an application reads an entitlement token or somebody issues a licence file. Make it earlier to compile the public key into your application."
          action={rotate}
        />
      )}
      {keys && keys.length > 0 && (
        <RowTable
          items={keys}
          columns={mayChange ? [...columns, actions] : columns}
          keyOf={({ kid }) => kid}
        />
      )}
      <ConfirmAction
        isOpen={isRotating}
        onClose={() => setRotating(false)}
        title={keys?.length === 0 ? 'Make a signing key?' : 'Rotate the signing key?'}
        verb={keys?.length === 0 ? 'Make' : 'Rotate'}
        act={() =>
          dataOf(
            api.POST('/api/admin/v1/workspaces/{workspaceId}/signing-keys/rotate', {
              params: { path: { workspaceId } },
            }),
          )
        }
        onDone={() => {
          reload();
          showDone(keys?.length === 0 ? 'Signing key made.' : 'Signing key rotated.');
        }}
      >
        <Text size="sm">
          {keys?.length === 0
            ? 'It signs everything from then on, and its public part is published.'
            : 'Another key signs from then on. The present one stays published for 430 days, so that tokens and licence files verify to their end. Installations with keys compiled in need the new key before their next licence file.'}
        </Text>
      </ConfirmAction>
      {withdrawing && (
        <WithdrawKey
          signingKey={withdrawing}
          onWithdrawn={(text) => {
            setWithdrawing(null);
            setConsequence(text);
            reload();
          }}
          onClose={() => setWithdrawing(null)}
        />
      )}
    </>
  );
}
