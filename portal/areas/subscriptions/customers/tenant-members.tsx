import { Button, Skeleton, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ActionsMenu, MenuAction, MenuDownload } from '../../../parts/actions-menu.tsx';
import { CopyableId } from '../../../parts/copyable-id.tsx';
import { ErrorNotice } from '../../../parts/error-notice.tsx';
import { ConfirmAction } from '../../../parts/form/confirm-action.tsx';
import { Pages } from '../../../parts/list/pages.tsx';
import { type Column, RowTable } from '../../../parts/list/row-table.tsx';
import { fewRows, NoneFound, SectionControls } from '../../../parts/list/section-controls.tsx';
import { byText, byTime } from '../../../parts/list/sort-order.ts';
import { useSectionList } from '../../../parts/list/use-section-list.ts';
import { Moment } from '../../../parts/moment.tsx';
import { Section } from '../../../parts/section.tsx';
import { StatusBadge } from '../../../parts/status-badge.tsx';
import { usePermission, useWorkspace } from '../../../session/workspace.ts';
import { eraseMember, personExport } from './personal-data.ts';
import {
  type CustomerMember,
  customersKey,
  type MemberQuestion,
  memberPageQuery,
  type Tenant,
} from './queries.ts';
import { SaveMember } from './save-member.tsx';

/** The members of the tenant. */
export function TenantMembers({ tenant }: { readonly tenant: Tenant }) {
  const mayChange = usePermission('change:customers');
  const [edited, setEdited] = useState<CustomerMember | 'new' | null>(null);
  const [erased, setErased] = useState<CustomerMember | null>(null);
  const { workspaceId } = useWorkspace();
  const client = useQueryClient();
  const { tenantId, memberCount } = tenant;
  const { question, sorting, find, paging } = useSectionList('-createdAt');
  const query = useQuery(memberPageQuery(workspaceId, tenantId, question as MemberQuestion));
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
    { name: 'User', sort: byText('email'), cell: ({ email }) => email ?? 'No address' },
    {
      name: 'Status',
      cell: ({ isActive }) => (
        <StatusBadge tone={isActive ? 'good' : 'over'}>{isActive ? 'Active' : 'Inactive'}</StatusBadge>
      ),
    },
    { name: 'Role', cell: ({ isAdministrator }) => (isAdministrator ? 'Administrator' : 'User') },
    { name: 'Object id', cell: ({ objectId }) => <CopyableId id={objectId} of="user" /> },
    { name: 'Added', sort: byTime('createdAt'), cell: ({ createdAt }) => <Moment at={createdAt} /> },
    ...(mayChange ? [{ name: 'Actions', isActions: true, cell: actionsOf }] : []),
  ];
  return (
    <Section
      title="Members"
      lead="Users of the tenant who can have seats."
      actions={
        mayChange && (
          <Button size="xs" variant="default" onClick={() => setEdited('new')}>
            Add member
          </Button>
        )
      }
    >
      {query.isPending && <Skeleton height={80} role="status" aria-label="Loading members" />}
      {query.isError && <ErrorNotice error={query.error} onRetry={() => query.refetch()} />}
      {query.data && memberCount > fewRows && (
        <SectionControls
          of="members"
          placeholder="E-mail address or object id"
          search={question.search}
          find={find}
          columns={columns}
          sorting={sorting}
          hasHeadings
          total={query.data.total}
        />
      )}
      {query.data && query.data.items.length === 0 && (question.search ? <NoneFound /> : <NoMembers />)}
      {query.data && query.data.items.length > 0 && (
        <RowTable
          items={query.data.items}
          columns={columns}
          keyOf={({ memberId }) => memberId}
          sorting={sorting}
          isFading={query.isPlaceholderData}
        />
      )}
      {query.data && <Pages next={query.data.next} {...paging} label="Pages of members" />}
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

function NoMembers() {
  return (
    <Text size="sm" c="dimmed">
      No members yet.
    </Text>
  );
}
