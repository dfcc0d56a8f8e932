import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { FilterSelect } from '../../../parts/filter-select.tsx';
import { FilterText } from '../../../parts/filter-text.tsx';
import { useListAddress } from '../../../parts/list-address.ts';
import { type Column, ListPage } from '../../../parts/list-page.tsx';
import { Moment } from '../../../parts/moment.tsx';
import { MomentField } from '../../../parts/moment-field.tsx';
import { useWorkspace } from '../../../session/workspace.ts';
import { membersQuery, nameOf } from '../members/queries.ts';
import { Change } from './change.tsx';
import { ExportMenu } from './export-menu.tsx';
import { actionLabels } from './labels.ts';
import { type AuditEntry, type AuditFilter, auditLogQuery } from './queries.ts';
import { Subject } from './subject.tsx';

type Filter = 'actorId' | 'action' | 'subjectId' | 'from' | 'until';

function actorNote({ kind, address }: AuditEntry['actor']) {
  if (kind === 'Command') return 'by command';
  return kind === 'ServiceAccount' ? `service account, ${address}` : address;
}

const columns: readonly Column<AuditEntry>[] = [
  { name: 'Action', cell: (entry) => <Subject entry={entry} /> },
  { name: 'Change', cell: (entry) => <Change entry={entry} /> },
  {
    name: 'Actor',
    cell: ({ actor }) => (
      <div>
        <Text size="sm">{actor.name}</Text>
        <Text size="xs" c="dimmed">
          {actorNote(actor)}
        </Text>
      </div>
    ),
  },
  { name: 'Time', cell: ({ recordedAt }) => <Moment at={recordedAt} /> },
];

/** The audit log. */
export function AuditLogPage() {
  const { workspaceId, name } = useWorkspace();
  const { search } = useListAddress<Filter>();
  const { sort: _, ...filter } = search;
  const query = useQuery(auditLogQuery(workspaceId, filter as AuditFilter));
  return (
    <ListPage
      title="Audit log"
      lead={`All changes made in ${name}, newest first. Entries cannot be edited.`}
      actions={<ExportMenu filter={filter as AuditFilter} />}
      filters={<Filters />}
      query={query}
      columns={columns}
      keyOf={({ entryId }) => entryId}
      empty={{
        icon: 'auditLog',
        title: 'No changes yet',
        text: 'Changes made in the portal or by a command are recorded here.',
      }}
    />
  );
}

const changes = Object.entries(actionLabels).map(([value, label]) => ({ value, label }));

function Filters() {
  const { workspaceId } = useWorkspace();
  const { search, filter } = useListAddress<Filter>();
  const members = useQuery(membersQuery(workspaceId, undefined));
  const people = members.data?.items ?? [];
  return (
    <>
      <FilterSelect
        label="Actor"
        any="Anybody"
        choices={people.map((member) => ({ value: member.memberId, label: nameOf(member) }))}
        value={search.actorId}
        onChange={(actorId) => filter({ actorId })}
      />
      <FilterSelect
        label="Action"
        any="Any action"
        width="14rem"
        choices={changes}
        value={search.action}
        onChange={(action) => filter({ action })}
      />
      <FilterText
        label="Object id"
        value={search.subjectId}
        onChange={(subjectId) => filter({ subjectId })}
      />
      <MomentField label="From" value={search.from} onChange={(from) => filter({ from })} />
      <MomentField label="Until" value={search.until} onChange={(until) => filter({ until })} />
    </>
  );
}
