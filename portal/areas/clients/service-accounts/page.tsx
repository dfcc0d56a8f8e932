import { Button, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { api, dataOf } from '../../../api/client.ts';
import { CopyableId } from '../../../parts/copyable-id.tsx';
import { ErrorNotice } from '../../../parts/error-notice.tsx';
import { Facts } from '../../../parts/facts.tsx';
import { ConfirmAction } from '../../../parts/form/confirm-action.tsx';
import { BackLink } from '../../../parts/links/back-link.tsx';
import { Moment } from '../../../parts/moment.tsx';
import { showDone } from '../../../parts/notify.ts';
import { PageHeader } from '../../../parts/page-header.tsx';
import { usePermission, useWorkspace } from '../../../session/workspace.ts';
import { ServiceAccountKeys } from './keys.tsx';
import { accountsPath, type ServiceAccount, serviceAccountQuery, serviceAccountsKey } from './queries.ts';

const back = <BackLink to="/$workspace/service-accounts">Service accounts</BackLink>;

export function ServiceAccountPage() {
  const { workspaceId } = useWorkspace();
  const { serviceAccountId = '' } = useParams({ strict: false });
  const query = useQuery(serviceAccountQuery(workspaceId, serviceAccountId));
  if (query.data) return <Account account={query.data} />;
  return (
    <>
      <PageHeader title="Service account" above={back} />
      {query.isError ? (
        <ErrorNotice error={query.error} onRetry={() => query.refetch()} />
      ) : (
        <Stack gap="sm" role="status" aria-label="Loading service account">
          <Skeleton height={90} />
          <Skeleton height={160} />
        </Stack>
      )}
    </>
  );
}

function Account({ account }: { readonly account: ServiceAccount }) {
  const { serviceAccountId, name, role, lastUsedAt, createdAt } = account;
  const mayChange = usePermission('change:members');
  return (
    <>
      <PageHeader title={name} above={back} actions={mayChange && <RemoveAccount account={account} />} />
      <Facts
        facts={{
          Role: role,
          'Last used': lastUsedAt === null ? 'Never' : <Moment at={lastUsedAt} />,
          Added: <Moment at={createdAt} />,
          'Requests a minute': '600',
          Id: <CopyableId id={serviceAccountId} of="service account" />,
        }}
      />
      <ServiceAccountKeys account={account} />
    </>
  );
}

function RemoveAccount({ account: { serviceAccountId, name } }: { readonly account: ServiceAccount }) {
  const { workspaceId, slug } = useWorkspace();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        Remove
      </Button>
      <ConfirmAction
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title={`Remove ${name}?`}
        verb="Remove"
        act={() =>
          dataOf(
            api.DELETE(`${accountsPath}/{serviceAccountId}`, {
              params: { path: { workspaceId, serviceAccountId } },
            }),
          )
        }
        onDone={async () => {
          await navigate({ to: '/$workspace/service-accounts', params: { workspace: slug } });
          void queryClient.invalidateQueries({ queryKey: serviceAccountsKey(workspaceId) });
          showDone(`${name} removed. Its keys are refused.`);
        }}
      >
        <Text size="sm">Its keys are deleted and refused at once. The audit log keeps its changes.</Text>
      </ConfirmAction>
    </>
  );
}
