import { Button, Group, Modal, Stack, Switch, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../api/client.ts';
import { formErrors, isSaidByFields } from '../../../parts/form-errors.ts';
import { showDone } from '../../../parts/show-trouble.ts';
import { TroubleNotice } from '../../../parts/trouble-notice.tsx';
import { isUuid } from '../../../parts/uuid.ts';
import { useWorkspace } from '../../../session/workspace.ts';
import { type CustomerMember, customersKey } from './queries.ts';

interface SaveMemberProps {
  readonly tenantId: string;
  /** Who is changed; somebody new when there is nobody. */
  readonly member: CustomerMember | undefined;
  readonly onClose: () => void;
}

export function SaveMember({ tenantId, member, onClose }: SaveMemberProps) {
  const { workspaceId } = useWorkspace();
  const queryClient = useQueryClient();
  const form = useForm({
    initialValues: {
      objectId: member?.objectId ?? '',
      email: member?.email ?? '',
      isActive: member?.isActive ?? true,
    },
    validate: { objectId: (id) => (isUuid(id.trim()) ? null : 'Must be the id of a user: a UUID') },
  });
  const saving = useMutation({
    mutationFn: ({ objectId, email, isActive }: typeof form.values) =>
      api.PUT('/api/admin/v1/workspaces/{workspaceId}/customers/{tenantId}/members/{objectId}', {
        params: { path: { workspaceId, tenantId, objectId: objectId.trim() } },
        body: { email: email.trim() || null, isActive },
      }),
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: customersKey(workspaceId) });
      showDone(member ? 'The member is changed.' : 'The member is added.');
      onClose();
    },
    onError: (error) => form.setErrors(formErrors(error)),
  });
  return (
    <Modal
      opened
      onClose={onClose}
      title={member ? `Edit ${member.email ?? member.objectId}` : 'Add a member'}
    >
      <form onSubmit={form.onSubmit((values) => saving.mutate(values))} noValidate>
        <Stack gap="md">
          <TextInput
            label="Object id"
            description="Of the user, at the customer’s identity provider"
            autoComplete="off"
            disabled={member !== undefined}
            {...form.getInputProps('objectId')}
          />
          <TextInput
            label="E-mail address"
            type="email"
            autoComplete="off"
            {...form.getInputProps('email')}
          />
          <Switch
            label="Active"
            description="Whoever is not gets no seat, and is not found by address"
            {...form.getInputProps('isActive', { type: 'checkbox' })}
          />
          {saving.isError && !isSaidByFields(saving.error, ['email', 'objectId']) && (
            <TroubleNotice error={saving.error} />
          )}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={saving.isPending}>
              Save
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
