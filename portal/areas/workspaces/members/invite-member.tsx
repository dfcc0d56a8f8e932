import { Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { answered, api } from '../../../api/client.ts';
import { formErrors, isSaidByFields } from '../../../parts/form-errors.ts';
import { showDone } from '../../../parts/show-trouble.ts';
import { TroubleNotice } from '../../../parts/trouble-notice.tsx';
import { useWorkspace } from '../../../session/workspace.ts';
import { type MemberRole, membersKey } from './queries.ts';
import { RoleField } from './role-field.tsx';

const fields = ['email', 'role', 'tenantId'];

export function InviteMember({ onClose }: { readonly onClose: () => void }) {
  const { workspaceId, name, tenantId: ownTenant } = useWorkspace();
  const queryClient = useQueryClient();
  const form = useForm({
    initialValues: { email: '', role: 'Viewer' as MemberRole, tenantId: ownTenant ?? '' },
  });
  const inviting = useMutation({
    mutationFn: ({ email, role, tenantId }: typeof form.values) =>
      answered(
        api.POST('/api/admin/v1/workspaces/{workspaceId}/members', {
          params: { path: { workspaceId } },
          body: { email: email.trim(), role, ...(tenantId.trim() && { tenantId: tenantId.trim() }) },
        }),
      ),
    onSuccess: async ({ email }) => {
      await queryClient.invalidateQueries({ queryKey: membersKey(workspaceId) });
      showDone(`${email} is invited. They join when they sign in, within 7 days.`);
      onClose();
    },
    onError: (error) => form.setErrors(formErrors(error)),
  });
  return (
    <Modal opened onClose={onClose} title={`Invite somebody to ${name}`}>
      <form onSubmit={form.onSubmit((values) => inviting.mutate(values))} noValidate>
        <Stack gap="md">
          <TextInput
            label="User name"
            description="The address with which they sign in at work"
            type="email"
            autoComplete="off"
            data-autofocus
            {...form.getInputProps('email')}
          />
          <RoleField {...form.getInputProps('role')} />
          <TextInput
            label="Tenant id"
            description="The only tenant from which they may join. Required for an administrator"
            autoComplete="off"
            {...form.getInputProps('tenantId')}
          />
          {inviting.isError && !isSaidByFields(inviting.error, fields) && (
            <TroubleNotice error={inviting.error} />
          )}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={inviting.isPending}>
              Invite
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
