import { Button, Group, Loader, Modal, Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { answeredWithTag, api } from '../../../api/client.ts';
import { meKey } from '../../../api/query-client.ts';
import { ChangedMeanwhile } from '../../../parts/changed-meanwhile.tsx';
import { showDone } from '../../../parts/show-trouble.ts';
import { TroubleNotice } from '../../../parts/trouble-notice.tsx';
import { useEdit } from '../../../parts/use-edit.ts';
import { useWorkspace } from '../../../session/workspace.ts';
import { type Member, type MemberRole, membersKey, nameOf } from './queries.ts';
import { RoleField } from './role-field.tsx';

const path = '/api/admin/v1/workspaces/{workspaceId}/members/{memberId}' as const;

export function ChangeRole({ member, onClose }: { readonly member: Member; readonly onClose: () => void }) {
  const { workspaceId, memberId: ownId } = useWorkspace();
  const { memberId } = member;
  const queryClient = useQueryClient();
  const [chosen, setChosen] = useState<MemberRole>();
  const parameters = { path: { workspaceId, memberId } };
  const { current, saving, value, isChangedMeanwhile } = useEdit({
    queryKey: [...membersKey(workspaceId), memberId],
    read: () => answeredWithTag(api.GET(path, { params: parameters })),
    save: (role: MemberRole, tag) =>
      api.PATCH(path, { params: { ...parameters, header: { 'if-match': tag } }, body: { role } }),
    onSaved: () => {
      void queryClient.invalidateQueries({ queryKey: membersKey(workspaceId) });
      if (memberId === ownId) void queryClient.invalidateQueries({ queryKey: meKey });
      showDone(`The role of ${nameOf(member)} is changed. It holds from their next request on.`);
      onClose();
    },
  });
  const role = chosen ?? value?.role;
  return (
    <Modal opened onClose={onClose} title={`Role of ${nameOf(member)}`}>
      <Stack gap="md">
        {current.isPending && <Loader size="sm" aria-label="The role is being loaded" />}
        {current.isError && <TroubleNotice error={current.error} onRetry={() => current.refetch()} />}
        {role && <RoleField value={role} onChange={(next) => setChosen(next as MemberRole)} />}
        {isChangedMeanwhile && (
          <ChangedMeanwhile onTakeTheirs={() => setChosen(undefined)}>
            The role is {value?.role} now.
          </ChangedMeanwhile>
        )}
        {saving.isError && !isChangedMeanwhile && <TroubleNotice error={saving.error} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button
            disabled={role === undefined || role === value?.role}
            loading={saving.isPending}
            onClick={() => role && saving.mutate(role)}
          >
            Save
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
