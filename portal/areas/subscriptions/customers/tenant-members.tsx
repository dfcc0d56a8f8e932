import { Button, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ActionsMenu, MenuAction, MenuDownload } from '../../../parts/actions-menu.tsx';
import { CopyableId } from '../../../parts/copyable-id.tsx';
import { ConfirmAction } from '../../../parts/form/confirm-action.tsx';
import { formatNumber } from '../../../parts/format/format-number.ts';
import { type Column, RowTable } from '../../../parts/list/row-table.tsx';
import { Section } from '../../../parts/section.tsx';
import { StatusBadge } from '../../../parts/status-badge.tsx';
import { usePermission, useWorkspace } from '../../../session/workspace.ts';
import { eraseMember, personExport } from './personal-data.ts';
import { type CustomerMember, customersKey, type Tenant } from './queries.ts';
import { SaveMember } from './save-member.tsx';

/** The members of the tenant. */
export function TenantMembers({ tenant }: { readonly tenant: Tenant }) {
  const mayChange = usePermission('change:customers');
  const [edited, setEdited] = useState<CustomerMember | 'new' | null>(null);
  const [erased, setErased] = useState<CustomerMember | null>(null);
  const { workspaceId } = useWorkspace();
  const client = useQueryClient();
  const { tenantId, members, memberCount } = tenant;
  const actionsOf = (member: CustomerMember) => (
    <ActionsMenu of={member.email ?? member.objectId}>
      <MenuAction icon="edit" onClick={() => setEdited(member)}>
        Edit
      </MenuAction>
      <MenuDownload href={personExport(workspaceId, tenantId, member.objectId)}>Export data</MenuDownload>
      <MenuAction icon="remove" isDangerous onClick={() => setErased(member)}>
        Delete
      </MenuAction>
    </ActionsMenu>
  );
  const columns: readonly Column<CustomerMember>[] = [
    { name: 'User', cell: ({ email }) => email ?? 'No address' },
    {
      name: 'Status',
      cell: ({ isActive }) => (
        <StatusBadge tone={isActive ? 'good' : 'over'}>{isActive ? 'Active' : 'Inactive'}</StatusBadge>
      ),
    },
    { name: 'Role', cell: ({ isAdministrator }) => (isAdministrator ? 'Administrator' : 'User') },
    { name: 'Object id', cell: ({ objectId }) => <CopyableId id={objectId} of="user" /> },
    ...(mayChange ? [{ name: 'Actions', isActions: true, cell: actionsOf }] : []),
  ];
  return (
    <Section
      title="Members"
      lead={
        memberCount > members.length
          ? `The newest ${members.length} of ${formatNumber(memberCount)}.`
          : 'Users of the tenant who can have seats.'
      }
      actions={
        mayChange && (
          <Button size="xs" variant="default" onClick={() => setEdited('new')}>
            Add member
          </Button>
        )
      }
    >
      {members.length === 0 && (
        <Text size="sm" c="dimmed">
          No members yet.
        </Text>
      )}
      {members.length > 0 && (
        <RowTable items={members} columns={columns} keyOf={({ memberId }) => memberId} />
      )}
      {edited && (
        <SaveMember
          tenantId={tenantId}
          member={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(null)}
        />
      )}
      {erased && (
        <ConfirmAction
          isOpen
          onClose={() => setErased(null)}
          title={`Delete ${erased.email ?? erased.objectId}?`}
          verb="Delete"
          act={() => eraseMember(workspaceId, tenantId, erased.objectId)}
          onDone={() => client.invalidateQueries({ queryKey: customersKey(workspaceId) })}
        >
          The person loses every seat, and their address and object id are deleted, from the audit log too.
          This cannot be undone. Subscriptions and usage stay.
        </ConfirmAction>
      )}
    </Section>
  );
}
