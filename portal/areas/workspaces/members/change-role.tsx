import { useQueryClient } from '@tanstack/react-query';
import { api, dataWithTag } from '../../../api/client.ts';
import { meKey } from '../../../api/query-client.ts';
import { EditDialog } from '../../../parts/form/edit-dialog.tsx';
import { showDone } from '../../../parts/notify.ts';
import { useWorkspace } from '../../../session/workspace.ts';
import { type Member, type MemberRole, membersKey, nameOf } from './queries.ts';
import { RoleField } from './role-field.tsx';

const path = '/api/admin/v1/workspaces/{workspaceId}/members/{memberId}' as const;

export function ChangeRole({ member, onClose }: { readonly member: Member; readonly onClose: () => void }) {
  const { workspaceId, memberId: ownId } = useWorkspace();
  const { memberId } = member;
  const queryClient = useQueryClient();
  const parameters = { path: { workspaceId, memberId } };
  return (
    <EditDialog
      title={`Role of ${nameOf(member)}`}
      queryKey={[...membersKey(workspaceId), memberId]}
      read={() => dataWithTag(api.GET(path, { params: parameters }))}
      valuesOf={({ role }): { role: MemberRole } => ({ role })}
      changeOf={({ role }) => ({ role })}
      save={(body, tag) => api.PATCH(path, { params: { ...parameters, header: { 'if-match': tag } }, body })}
      onSaved={() => {
        void queryClient.invalidateQueries({ queryKey: membersKey(workspaceId) });
        if (memberId === ownId) void queryClient.invalidateQueries({ queryKey: meKey });
        showDone(`Role of ${nameOf(member)} changed. It applies from their next request.`);
      }}
      describe={({ role }) => `The role is now ${role}.`}
      onClose={onClose}
    >
      {(form) => <RoleField {...form.getInputProps('role')} />}
    </EditDialog>
  );
}
