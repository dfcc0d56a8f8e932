import { Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../api/client.ts';
import { meKey } from '../../../api/query-client.ts';
import { ActionsMenu, MenuAction } from '../../../parts/actions-menu.tsx';
import { ConfirmAction } from '../../../parts/form/confirm-action.tsx';
import { showDone } from '../../../parts/notify.ts';
import { useWorkspace } from '../../../session/workspace.ts';
import { ChangeRole } from './change-role.tsx';
import { InvitationLink } from './invitation-link.tsx';
import { type Member, membersKey, nameOf } from './queries.ts';
import { RenewInvitation } from './renew-invitation.tsx';
import { SignOutMember } from './sign-out-member.tsx';

/** The actions of an administrator on a member. */
export function MemberActions({ member }: { readonly member: Member }) {
  const [opened, setOpened] = useState<'role' | 'link' | 'renewal' | 'sessions' | 'removal' | null>(null);
  const close = () => setOpened(null);
  const hasJoined = member.status === 'Joined';
  return (
    <>
      <ActionsMenu of={nameOf(member)}>
        <MenuAction icon="edit" onClick={() => setOpened('role')}>
          Change role
        </MenuAction>
        {member.invitation && (
          <MenuAction icon="copy" onClick={() => setOpened('link')}>
            Invitation link
          </MenuAction>
        )}
        {!hasJoined && (
          <MenuAction icon="retry" onClick={() => setOpened('renewal')}>
            Renew invitation
          </MenuAction>
        )}
        <MenuAction icon="signOut" onClick={() => setOpened('sessions')}>
          Sign out everywhere
        </MenuAction>
        <MenuAction icon="remove" isDangerous onClick={() => setOpened('removal')}>
          {hasJoined ? 'Remove' : 'Revoke invitation'}
        </MenuAction>
      </ActionsMenu>
      {opened === 'role' && <ChangeRole member={member} onClose={close} />}
      {opened === 'link' && <InvitationLink member={member} onClose={close} />}
      {opened === 'renewal' && <RenewInvitation member={member} onClose={close} />}
      {opened === 'sessions' && <SignOutMember member={member} onClose={close} />}
      <Removal member={member} isOpen={opened === 'removal'} onClose={close} />
    </>
  );
}

interface RemovalProps {
  readonly member: Member;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

function Removal({ member, isOpen, onClose }: RemovalProps) {
  const { workspaceId, name: workspace, memberId: ownId } = useWorkspace();
  const { memberId } = member;
  const queryClient = useQueryClient();
  const name = nameOf(member);
  const isInvited = member.status !== 'Joined';
  return (
    <ConfirmAction
      isOpen={isOpen}
      onClose={onClose}
      title={isInvited ? `Revoke the invitation of ${name}?` : `Remove ${name}?`}
      verb={isInvited ? 'Revoke' : 'Remove'}
      act={() =>
        api.DELETE('/api/admin/v1/workspaces/{workspaceId}/members/{memberId}', {
          params: { path: { workspaceId, memberId } },
        })
      }
      onDone={() => {
        void queryClient.invalidateQueries({
          queryKey: memberId === ownId ? meKey : membersKey(workspaceId),
        });
        showDone(isInvited ? 'Invitation revoked.' : `${name} removed.`);
      }}
    >
      <Text size="sm">
        {isInvited
          ? `They can no longer join ${workspace}. You can invite them again.`
          : `Their sessions in ${workspace} end at once. Their audit log entries stay. To return they need a new invitation.`}
      </Text>
      {memberId === ownId && (
        <Text size="sm" fw={600} mt="xs">
          This is your own account: you lose access.
        </Text>
      )}
    </ConfirmAction>
  );
}
