import { Skeleton, Stack, Switch, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, dataOf } from '../../../api/client.ts';
import { ErrorNotice } from '../../../parts/error-notice.tsx';
import { showDone, showError } from '../../../parts/notify.ts';
import { PageHeader } from '../../../parts/page-header.tsx';
import { Section } from '../../../parts/section.tsx';
import { useWorkspace } from '../../../session/workspace.ts';
import { SettingsNavigation } from './navigation.tsx';

const queryKey = ['mail-preferences'];

/** Which mails the signed-in person gets from this workspace. */
export function NotificationsPage() {
  const { workspaceId } = useWorkspace();
  const queryClient = useQueryClient();
  const query = useQuery({
    queryKey,
    queryFn: () => dataOf(api.GET('/api/admin/v1/me/mail-preferences', {})),
  });
  const saving = useMutation({
    mutationFn: ({ memberId, customersAtRisk }: { memberId: string; customersAtRisk: boolean }) =>
      api.PUT('/api/admin/v1/me/mail-preferences/{memberId}', {
        params: { path: { memberId } },
        body: { customersAtRisk },
      }),
    onSuccess: () => showDone('Notifications saved.'),
    onError: showError,
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  });
  const own = query.data?.items.find((item) => item.workspaceId === workspaceId);
  return (
    <>
      <PageHeader
        title="Notifications"
        docs="customersAtRisk"
        lead="The mails that you get from this workspace. Every person chooses for themselves."
      />
      <SettingsNavigation />
      {query.isPending && <Skeleton height={80} role="status" aria-label="Loading notifications" />}
      {query.isError && <ErrorNotice error={query.error} onRetry={() => query.refetch()} />}
      {own && (
        <Section title="Mails to you" lead={`To ${own.email}.`}>
          <Stack gap="sm" maw="36rem">
            <Switch
              label="Customers at risk"
              description="Once a week, on Monday, if a customer is at risk: near or over what is included, ending, silent, or with usage that will be rejected."
              checked={saving.isPending ? saving.variables.customersAtRisk : own.customersAtRisk}
              disabled={saving.isPending}
              onChange={({ currentTarget }) =>
                saving.mutate({ memberId: own.memberId, customersAtRisk: currentTarget.checked })
              }
            />
            {query.data?.sendsMails === false && (
              <Text size="sm">No mail is sent: the operator has set no mail server.</Text>
            )}
            <Text size="sm" c="dimmed">
              Notices about failures go to the support addresses of the workspace, under Workspace.
            </Text>
          </Stack>
        </Section>
      )}
    </>
  );
}
