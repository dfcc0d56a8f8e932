import { Button, Group, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { CopyableId } from '../../../parts/copyable-id.tsx';
import { ConfirmAction } from '../../../parts/form/confirm-action.tsx';
import { Section } from '../../../parts/section.tsx';
import { StatusBadge } from '../../../parts/status-badge.tsx';
import { usePermission, useWorkspace } from '../../../session/workspace.ts';
import { eraseMember, personExport } from './personal-data.ts';
import { type CustomerMember, customersKey, type Tenant } from './queries.ts';
import { SaveMember } from './save-member.tsx';
import styles from './tenant-lists.module.css';

/** The members of the tenant. */
export function TenantMembers({ tenant }: { readonly tenant: Tenant }) {
  const mayChange = usePermission('change:customers');
  const [edited, setEdited] = useState<CustomerMember | 'new' | null>(null);
  const [erased, setErased] = useState<CustomerMember | null>(null);
  const { workspaceId } = useWorkspace();
  const client = useQueryClient();
  const { tenantId, members, memberCount } = tenant;
  return (
    <Section
      title="Members"
      lead={
        memberCount > members.length
          ? `The newest ${members.length} of ${memberCount}.`
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
      <ul className={styles.list}>
        {members.map((member) => (
          <li key={member.memberId}>
            <Text size="sm" className={styles.name}>
              {member.email ?? 'No address'}
            </Text>
            <StatusBadge tone={member.isActive ? 'good' : 'over'}>
              {member.isActive ? 'Active' : 'Inactive'}
            </StatusBadge>
            {member.isAdministrator && <StatusBadge tone="waiting">Administrator</StatusBadge>}
            <CopyableId id={member.objectId} of="user" />
            {mayChange && (
              <Group gap={4}>
                <Button
                  size="compact-xs"
                  variant="default"
                  aria-label={`Edit ${member.email ?? member.objectId}`}
                  onClick={() => setEdited(member)}
                >
                  Edit
                </Button>
                <Button
                  size="compact-xs"
                  variant="default"
                  component="a"
                  download
                  href={personExport(workspaceId, tenantId, member.objectId)}
                  aria-label={`Export data of ${member.email ?? member.objectId}`}
                >
                  Export data
                </Button>
                <Button
                  size="compact-xs"
                  variant="default"
                  aria-label={`Delete ${member.email ?? member.objectId}`}
                  onClick={() => setErased(member)}
                >
                  Delete
                </Button>
              </Group>
            )}
          </li>
        ))}
      </ul>
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
