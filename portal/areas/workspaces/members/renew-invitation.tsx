import { Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, dataOf } from '../../../api/client.ts';
import { FormDialog } from '../../../parts/form/form-dialog.tsx';
import { showDone } from '../../../parts/notify.ts';
import { useWorkspace } from '../../../session/workspace.ts';
import { InvitationLink } from './invitation-link.tsx';
import { type Member, membersKey } from './queries.ts';

/** Renews an invitation, with a tenant where it has none. */
export function RenewInvitation({
  member,
  onClose,
}: {
  readonly member: Member;
  readonly onClose: () => void;
}) {
  const { workspaceId, tenantId: ownTenant } = useWorkspace();
  const { memberId } = member;
  const queryClient = useQueryClient();
  const form = useForm({ initialValues: { tenantId: member.tenantId ?? ownTenant ?? '' } });
  const renewing = useMutation({
    mutationFn: ({ tenantId }: typeof form.values) =>
      dataOf(
        api.POST('/api/admin/v1/workspaces/{workspaceId}/members/{memberId}/invitation', {
          params: { path: { workspaceId, memberId } },
          body: { ...(tenantId.trim() && { tenantId: tenantId.trim() }) },
        }),
      ),
    onSuccess: async ({ email }) => {
      await queryClient.invalidateQueries({ queryKey: membersKey(workspaceId) });
      showDone(`Invitation of ${email} renewed for 7 days.`);
    },
  });
  if (renewing.data) return <InvitationLink member={renewing.data} onClose={onClose} />;
  return (
    <FormDialog
      title={`Renew invitation of ${member.email}`}
      submit="Renew"
      form={form}
      mutation={renewing}
      onClose={onClose}
    >
      <Text size="sm">They can join by signing in within 7 days. The invitation is mailed again.</Text>
      <TextInput
        label="Tenant id"
        description="They can join only from this tenant. Required for an administrator"
        {...form.getInputProps('tenantId')}
      />
    </FormDialog>
  );
}
