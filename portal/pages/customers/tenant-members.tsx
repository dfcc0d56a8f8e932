import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { CopyableId } from '../../parts/copyable-id.tsx';
import { Section } from '../../parts/section.tsx';
import { StatusBadge } from '../../parts/status-badge.tsx';
import { usePermission } from '../../session/workspace.ts';
import type { CustomerMember, Tenant } from './customers.ts';
import { SaveMember } from './save-member.tsx';
import styles from './tenant-lists.module.css';

/** Who is in the tenant: those who can have a seat, and are found by their e-mail address. */
export function TenantMembers({ tenant }: { readonly tenant: Tenant }) {
  const mayChange = usePermission('change:customers');
  const [edited, setEdited] = useState<CustomerMember | 'new' | null>(null);
  const { tenantId, members, memberCount } = tenant;
  return (
    <Section
      title="Members"
      lead={
        memberCount > members.length
          ? `The newest ${members.length} of ${memberCount}.`
          : 'The people of the tenant who are known here: they can have seats, and are found by their address.'
      }
      actions={
        mayChange && (
          <Button size="xs" variant="default" onClick={() => setEdited('new')}>
            Add a member
          </Button>
        )
      }
    >
      {members.length === 0 && (
        <Text size="sm" c="dimmed">
          Nobody of it is known yet.
        </Text>
      )}
      <ul className={styles.list}>
        {members.map((member) => (
          <li key={member.memberId}>
            <Text size="sm" className={styles.name}>
              {member.email ?? 'No address'}
            </Text>
            <StatusBadge tone={member.isActive ? 'good' : 'over'}>
              {member.isActive ? 'Active' : 'Not active'}
            </StatusBadge>
            <CopyableId id={member.objectId} of="user" />
            {mayChange && (
              <Button
                size="compact-xs"
                variant="default"
                aria-label={`Edit ${member.email ?? member.objectId}`}
                onClick={() => setEdited(member)}
              >
                Edit
              </Button>
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
    </Section>
  );
}
