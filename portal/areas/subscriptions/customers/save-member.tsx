import { Switch, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../api/client.ts';
import { FormDialog } from '../../../parts/form/form-dialog.tsx';
import { showDone } from '../../../parts/notify.ts';
import { isUuid } from '../../../parts/uuid.ts';
import { useWorkspace } from '../../../session/workspace.ts';
import { type CustomerMember, customersKey } from './queries.ts';

interface SaveMemberProps {
  readonly tenantId: string;
  /** The edited member; undefined: a new one. */
  readonly member?: CustomerMember | undefined;
  /** The address of a new member. */
  readonly email?: string;
  readonly onClose: () => void;
}

export function SaveMember({ tenantId, member, email = '', onClose }: SaveMemberProps) {
  const { workspaceId } = useWorkspace();
  const queryClient = useQueryClient();
  const form = useForm({
    initialValues: {
      objectId: member?.objectId ?? '',
      email: member?.email ?? email,
      isActive: member?.isActive ?? true,
      isAdministrator: member?.isAdministrator ?? false,
    },
    validate: { objectId: (id) => (isUuid(id.trim()) ? null : 'Must be a user’s object id (UUID)') },
  });
  const saving = useMutation({
    mutationFn: ({ objectId, isActive, isAdministrator, ...values }: typeof form.values) =>
      api.PUT('/api/admin/v1/workspaces/{workspaceId}/customers/{tenantId}/members/{objectId}', {
        params: { path: { workspaceId, tenantId, objectId: objectId.trim() } },
        body: { email: values.email.trim() || null, isActive, isAdministrator },
      }),
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: customersKey(workspaceId) });
      showDone(member ? 'Member saved.' : 'Member added.');
      onClose();
    },
  });
  return (
    <FormDialog
      title={member ? `Edit ${member.email ?? member.objectId}` : 'Add member'}
      submit="Save"
      form={form}
      mutation={saving}
      onClose={onClose}
    >
      <TextInput
        label="Object id"
        description="Of the user, at the customer’s identity provider"
        disabled={member !== undefined}
        {...form.getInputProps('objectId')}
      />
      <TextInput label="E-mail address" type="email" {...form.getInputProps('email')} />
      <Switch
        label="Active"
        description="Inactive members cannot use a seat and are not found by e-mail address"
        {...form.getInputProps('isActive', { type: 'checkbox' })}
      />
      <Switch
        label="Administrator"
        description="Assigns and releases the tenant’s seats on the customer’s page, like the buyer"
        {...form.getInputProps('isAdministrator', { type: 'checkbox' })}
      />
    </FormDialog>
  );
}
