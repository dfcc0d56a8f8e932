import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, dataOf } from '../../../api/client.ts';
import { FormDialog } from '../../../parts/form/form-dialog.tsx';
import { showDone } from '../../../parts/notify.ts';
import { useWorkspace } from '../../../session/workspace.ts';
import { InvitationLink } from './invitation-link.tsx';
import { type MemberRole, membersKey } from './queries.ts';
import { RoleField } from './role-field.tsx';

export function InviteMember({ onClose }: { readonly onClose: () => void }) {
  const { workspaceId, name, tenantId: ownTenant } = useWorkspace();
  const queryClient = useQueryClient();
  const form = useForm({
    initialValues: { email: '', role: 'Viewer' as MemberRole, tenantId: ownTenant ?? '' },
  });
  const inviting = useMutation({
    mutationFn: ({ email, role, tenantId }: typeof form.values) =>
      dataOf(
        api.POST('/api/admin/v1/workspaces/{workspaceId}/members', {
          params: { path: { workspaceId } },
          body: { email: email.trim(), role, ...(tenantId.trim() && { tenantId: tenantId.trim() }) },
        }),
      ),
    onSuccess: async ({ email }) => {
      await queryClient.invalidateQueries({ queryKey: membersKey(workspaceId) });
      showDone(`${email} is invited. The invitation expires in 7 days.`);
    },
  });
  if (inviting.data) return <InvitationLink member={inviting.data} onClose={onClose} />;
  return (
    <FormDialog
      title={`Invite a member to ${name}`}
      submit="Invite"
      form={form}
      mutation={inviting}
      onClose={onClose}
    >
      <TextInput
        label="User name"
        description="The user name of their work account"
        type="email"
        data-autofocus
        {...form.getInputProps('email')}
      />
      <RoleField {...form.getInputProps('role')} />
      <TextInput
        label="Tenant id"
        description="They can join only from this tenant. Required for an administrator"
        {...form.getInputProps('tenantId')}
      />
    </FormDialog>
  );
}
