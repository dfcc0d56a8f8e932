import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { api, dataOf } from '../../../api/client.ts';
import { FormDialog } from '../../../parts/form/form-dialog.tsx';
import { showDone } from '../../../parts/notify.ts';
import { useWorkspace } from '../../../session/workspace.ts';
import type { MemberRole } from '../../workspaces/members/queries.ts';
import { RoleField } from '../../workspaces/members/role-field.tsx';
import { accountsPath, serviceAccountsKey } from './queries.ts';

export function AddServiceAccount({ onClose }: { readonly onClose: () => void }) {
  const { workspaceId, slug } = useWorkspace();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const form = useForm({ initialValues: { name: '', role: 'Viewer' as MemberRole } });
  const adding = useMutation({
    mutationFn: (body: typeof form.values) =>
      dataOf(api.POST(accountsPath, { params: { path: { workspaceId } }, body })),
    onSuccess: ({ serviceAccountId, name }) => {
      void queryClient.invalidateQueries({ queryKey: serviceAccountsKey(workspaceId) });
      showDone(`${name} added. Issue it a key.`);
      void navigate({
        to: '/$workspace/service-accounts/$serviceAccountId',
        params: { workspace: slug, serviceAccountId },
      });
    },
  });
  return (
    <FormDialog title="New service account" submit="Add" form={form} mutation={adding} onClose={onClose}>
      <TextInput
        label="Name"
        description="The audit log shows it as the actor"
        data-autofocus
        {...form.getInputProps('name')}
      />
      <RoleField
        description="What the program may change. Name and role cannot be changed later"
        {...form.getInputProps('role')}
      />
    </FormDialog>
  );
}
