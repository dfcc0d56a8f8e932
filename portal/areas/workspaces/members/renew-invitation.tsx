import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { answered, api } from '../../../api/client.ts';
import { formErrors, isSaidByFields } from '../../../parts/form-errors.ts';
import { showDone } from '../../../parts/show-trouble.ts';
import { TroubleNotice } from '../../../parts/trouble-notice.tsx';
import { useWorkspace } from '../../../session/workspace.ts';
import { type Member, membersKey } from './queries.ts';

/** Opens an invitation for another week, and names its tenant where it has none. */
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
      answered(
        api.POST('/api/admin/v1/workspaces/{workspaceId}/members/{memberId}/invitation', {
          params: { path: { workspaceId, memberId } },
          body: { ...(tenantId.trim() && { tenantId: tenantId.trim() }) },
        }),
      ),
    onSuccess: async ({ email }) => {
      await queryClient.invalidateQueries({ queryKey: membersKey(workspaceId) });
      showDone(`The invitation of ${email} is open for another 7 days.`);
      onClose();
    },
    onError: (error) => form.setErrors(formErrors(error)),
  });
  return (
    <Modal opened onClose={onClose} title={`Renew the invitation of ${member.email}`}>
      <form onSubmit={form.onSubmit((values) => renewing.mutate(values))} noValidate>
        <Stack gap="md">
          <Text size="sm">They can join for another 7 days, by signing in.</Text>
          <TextInput
            label="Tenant id"
            description="The only tenant from which they may join. Required for an administrator"
            autoComplete="off"
            {...form.getInputProps('tenantId')}
          />
          {renewing.isError && !isSaidByFields(renewing.error, ['tenantId']) && (
            <TroubleNotice error={renewing.error} />
          )}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={renewing.isPending}>
              Renew
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
