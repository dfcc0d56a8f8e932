import { Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { CopyableId } from '../../../parts/copyable-id.tsx';
import { useAddDialog } from '../../../parts/form/use-add-dialog.tsx';
import { Initials } from '../../../parts/initials.tsx';
import { useListAddress } from '../../../parts/list/list-address.ts';
import { ListPage } from '../../../parts/list/list-page.tsx';
import type { Column } from '../../../parts/list/row-table.tsx';
import { byText, byTime } from '../../../parts/list/sort-order.ts';
import { Moment } from '../../../parts/moment.tsx';
import { StatusBadge } from '../../../parts/status-badge.tsx';
import { usePermission, useWorkspace } from '../../../session/workspace.ts';
import { MemberActions } from './actions.tsx';
import { InviteMember } from './invite-member.tsx';
import { type Member, membersQuery, nameOf } from './queries.ts';

const statusTones = { Joined: 'good', Invited: 'waiting', Expired: 'over' } as const;

const mailNotes = {
  None: ', no mail was sent',
  Queued: ', mail on its way',
  Sent: ', mailed',
  Failed: ', the mail was refused',
} as const;

const columns: readonly Column<Member>[] = [
  {
    name: 'Name',
    sort: byText('name'),
    cell: (member) => (
      <Group gap="sm" wrap="nowrap">
        <Initials name={nameOf(member)} />
        <div>
          <Text size="sm" fw={500}>
            {nameOf(member)}
          </Text>
          {member.name && (
            <Text size="xs" c="dimmed">
              {member.email}
            </Text>
          )}
        </div>
      </Group>
    ),
  },
  { name: 'Role', sort: byText('role'), cell: ({ role }) => role },
  {
    name: 'Status',
    cell: ({ status, expiresAt, invitation }) => (
      <Group gap="xs">
        <StatusBadge tone={statusTones[status]}>{status}</StatusBadge>
        {status === 'Invited' && expiresAt && (
          <Text size="xs" c="dimmed">
            expires <Moment at={expiresAt} />
            {invitation && mailNotes[invitation.mail]}
          </Text>
        )}
      </Group>
    ),
  },
  {
    name: 'Since',
    sort: byTime('joinedAt'),
    cell: ({ joinedAt, invitedAt }) => <Moment at={joinedAt ?? invitedAt} />,
  },
  {
    name: 'Tenant',
    cell: ({ tenantId }) => (tenantId ? <CopyableId id={tenantId} of="tenant" /> : 'Any'),
  },
  { name: 'Id', cell: ({ memberId }) => <CopyableId id={memberId} of="member" /> },
];

const actions: Column<Member> = {
  name: 'Actions',
  isActions: true,
  cell: (member) => <MemberActions member={member} />,
};

/** The members of the workspace. */
export function MembersPage() {
  const { workspaceId, name } = useWorkspace();
  const mayChange = usePermission('change:members');
  const { search } = useListAddress<'search'>('name');
  const query = useQuery(membersQuery(workspaceId, search));
  const invite = useAddDialog({
    label: 'Invite member',
    address: 'member',
    isAllowed: mayChange,
    dialog: (close) => <InviteMember onClose={close} />,
  });
  return (
    <>
      <ListPage
        title="Members"
        docs="roles"
        lead={`Members of ${name} and their roles. Every role can read everything except secrets.`}
        actions={invite.button}
        find={{ placeholder: 'Name or user name' }}
        query={query}
        columns={mayChange ? [...columns, actions] : columns}
        sort={search.sort}
        keyOf={({ memberId }) => memberId}
        empty={{
          icon: 'members',
          title: 'No members yet',
          text: 'Invite colleagues by the user name of their work account.',
          action: invite.button,
        }}
      />
      {invite.dialog}
    </>
  );
}
