import { Button, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { compareNow } from '../../../api/marketplaces.ts';
import { Icon } from '../../../parts/icon.tsx';
import { Moment } from '../../../parts/moment.tsx';
import { showError } from '../../../parts/notify.ts';
import { Section } from '../../../parts/section.tsx';
import { StatusBadge } from '../../../parts/status-badge.tsx';
import { usePermission, useWorkspace } from '../../../session/workspace.ts';
import { marketplaceKinds } from './kinds.ts';
import { type Connection, connectionQuery, reconciliationLabels } from './queries.ts';

/** The hourly comparison with the marketplace, and one on request. */
export function Reconciliation({ connection }: { readonly connection: Connection }) {
  const { workspaceId } = useWorkspace();
  const mayRequest = usePermission('change:subscriptions');
  const queryClient = useQueryClient();
  const { connectionId, kind, seller, reconciliation } = connection;
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
      lead={`${marketplaceKinds[kind].reconciliation} ${asYouGo(seller)}`}
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

/** How pay as you go is compared, which the account of a seller has to grant. */
function asYouGo(seller: Connection['seller']): string {
  if (seller === null) return '';
  if (seller.reconcilesAgreements === true) return 'Pay as you go is compared with the agreements.';
  return seller.reconcilesAgreements === false
    ? 'Pay as you go is not compared, because the account does not grant SearchAgreements and DescribeAgreement: it follows its events alone.'
    : 'Pay as you go is compared with the agreements, where the account grants SearchAgreements and DescribeAgreement.';
}
