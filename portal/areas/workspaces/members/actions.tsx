import { ActionIcon, Menu, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../api/client.ts';
import { meKey } from '../../../api/query-client.ts';
import { ConfirmAction } from '../../../parts/confirm-action.tsx';
import { Icon } from '../../../parts/icon.tsx';
import { showDone } from '../../../parts/show-trouble.ts';
import { useWorkspace } from '../../../session/workspace.ts';
import { ChangeRole } from './change-role.tsx';
import { type Member, membersKey, nameOf } from './queries.ts';
import { RenewInvitation } from './renew-invitation.tsx';
import { SignOutMember } from './sign-out-member.tsx';

/** What an administrator can do with one member. */
export function MemberActions({ member }: { readonly member: Member }) {
  const [opened, setOpened] = useState<'role' | 'renewal' | 'sessions' | 'removal' | null>(null);
  const close = () => setOpened(null);
  const hasJoined = member.status === 'Joined';
  return (
    <>
      <Menu>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={`Actions for ${nameOf(member)}`}>
            <Icon name="more" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<Icon name="edit" size={16} />} onClick={() => setOpened('role')}>
            Change the role
          </Menu.Item>
          {!hasJoined && (
            <Menu.Item leftSection={<Icon name="retry" size={16} />} onClick={() => setOpened('renewal')}>
              Renew the invitation
            </Menu.Item>
          )}
          <Menu.Item leftSection={<Icon name="signOut" size={16} />} onClick={() => setOpened('sessions')}>
            Sign out everywhere
          </Menu.Item>
          <Menu.Item
            color="var(--mantine-color-error)"
            leftSection={<Icon name="remove" size={16} />}
            onClick={() => setOpened('removal')}
          >
            {hasJoined ? 'Remove' : 'Take the invitation back'}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {opened === 'role' && <ChangeRole member={member} onClose={close} />}
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
      title={isInvited ? `Take the invitation of ${name} back?` : `Remove ${name}?`}
      verb={isInvited ? 'Take it back' : 'Remove'}
      act={() =>
        api.DELETE('/api/admin/v1/workspaces/{workspaceId}/members/{memberId}', {
          params: { path: { workspaceId, memberId } },
        })
      }
      onDone={() => {
        void queryClient.invalidateQueries({
          queryKey: memberId === ownId ? meKey : membersKey(workspaceId),
        });
        showDone(isInvited ? 'The invitation is taken back.' : `${name} is no member any more.`);
      }}
    >
      <Text size="sm">
        {isInvited
          ? `They can no longer join ${workspace} with it. You can invite them again.`
          : `Their sessions in ${workspace} end at once. What they have done stays in the audit log. To come back they need a new invitation.`}
      </Text>
      {memberId === ownId && (
        <Text size="sm" fw={600} mt="xs">
          That is you: you lose your own access.
        </Text>
      )}
    </ConfirmAction>
  );
}
