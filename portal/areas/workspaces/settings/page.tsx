import { Skeleton, Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, dataWithTag, type Schemas } from '../../../api/client.ts';
import { meKey } from '../../../api/query-client.ts';
import { workspaceKey } from '../../../api/workspace-key.ts';
import { CopyableId } from '../../../parts/copyable-id.tsx';
import { ErrorNotice } from '../../../parts/error-notice.tsx';
import { Facts } from '../../../parts/facts.tsx';
import { useEdit } from '../../../parts/form/use-edit.ts';
import { showDone } from '../../../parts/notify.ts';
import { PageHeader } from '../../../parts/page-header.tsx';
import { Section } from '../../../parts/section.tsx';
import { usePermission, useWorkspace } from '../../../session/workspace.ts';
import { type SettingsChange, WorkspaceSettingsForm } from './form.tsx';
import { SettingsNavigation } from './navigation.tsx';
import { SupportAddressStates } from './support-address-states.tsx';

const path = '/api/admin/v1/workspaces/{workspaceId}/settings' as const;

/** The settings of the workspace. */
export function SettingsPage() {
  const { workspaceId } = useWorkspace();
  const mayChange = usePermission('change:settings');
  const queryClient = useQueryClient();
  const [typed, setTyped] = useState<SettingsChange>({});
  const parameters = { path: { workspaceId } };
  const queryKey = workspaceKey(workspaceId, 'settings');
  const edit = useEdit({
    queryKey,
    read: () => dataWithTag(api.GET(path, { params: parameters })),
    save: (body: SettingsChange, tag) =>
      api.PATCH(path, { params: { ...parameters, header: { 'if-match': tag } }, body }),
    onSaved: async () => {
      await queryClient.invalidateQueries({ queryKey });
      void queryClient.invalidateQueries({ queryKey: meKey });
      setTyped({});
      showDone('Settings saved.');
    },
  });
  const { current, value } = edit;
  return (
    <>
      <PageHeader title="Settings" docs="setUpWorkspace" lead="Settings of the whole workspace." />
      <SettingsNavigation />
      {current.isPending && (
        <Stack gap="sm" role="status" aria-label="Loading settings">
          <Skeleton height={60} />
          <Skeleton height={220} />
        </Stack>
      )}
      {current.isError && <ErrorNotice error={current.error} onRetry={() => current.refetch()} />}
      {value && (
        <>
          <Facts
            facts={{
              ...(!mayChange && { Name: value.name }),
              Slug: <code>{value.slug}</code>,
              'Partner plan': value.partnerPlan,
              'Workspace id': <CopyableId id={value.workspaceId} of="workspace" />,
              'Support addresses': <SupportAddressStates value={value} mayChange={mayChange} />,
              ...(!mayChange && readOnlyFacts(value)),
            }}
          />
          {mayChange && (
            <Section title="Edit">
              <WorkspaceSettingsForm value={value} typed={typed} onType={setTyped} edit={edit} />
            </Section>
          )}
        </>
      )}
    </>
  );
}

function readOnlyFacts(value: Schemas['WorkspaceSettings']) {
  return {
    'Hold before sending': `${value.usageHoldMinutes} minutes`,
    'Fewer seats than are assigned': value.acceptsFewerSeats ? 'Accepted' : 'Refused',
    'First seat': value.assignBuyer ? 'Assigned to the buyer' : 'Not assigned',
    'Usage alerts': value.mailsUsageAlerts
      ? 'Mailed to customers’ administrators'
      : 'Not mailed to customers',
    'Life of entitlement tokens': `${value.tokenLifetimeHours} hours`,
    'After a licence file has ended': value.afterLicenceEnd === 'None' ? 'No access' : 'Read-only access',
    'Maximum age of the signing key':
      value.signingKeyMaxAgeDays === null ? 'None' : `${value.signingKeyMaxAgeDays} days`,
  };
}
