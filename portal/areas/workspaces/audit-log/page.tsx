import { useQuery } from '@tanstack/react-query';
import { useListAddress } from '../../../parts/list/list-address.ts';
import { ListPage } from '../../../parts/list/list-page.tsx';
import { rangeOf } from '../../../parts/list/period.ts';
import { useNow } from '../../../parts/use-now.ts';
import { useWorkspace } from '../../../session/workspace.ts';
import { auditColumns } from './columns.tsx';
import { ExportMenu } from './export-menu.tsx';
import { AuditFilters } from './filters.tsx';
import { type AuditFilter, type AuditSearchName, auditLogQuery } from './queries.ts';

/** The audit log. */
export function AuditLogPage() {
  const { workspaceId, name } = useWorkspace();
  const { search } = useListAddress<AuditSearchName>('-recordedAt');
  const { period, from, until, plan, ...asked } = search;
  const filter = {
    ...asked,
    // A plan belongs to a product.
    ...(asked.product && { plan }),
    ...rangeOf({ period, from, until }, useNow()),
  } as AuditFilter;
  const query = useQuery(auditLogQuery(workspaceId, filter));
  return (
    <ListPage
      title="Audit log"
      docs="auditLog"
      lead={`Who changed what in ${name}. Entries cannot be edited.`}
      actions={<ExportMenu filter={filter} />}
      filters={<AuditFilters entries={query.data?.items ?? []} />}
      query={query}
      columns={auditColumns}
      sort={search.sort}
      keyOf={({ entryId }) => entryId}
      empty={{
        icon: 'auditLog',
        title: 'No changes yet',
        text: 'Changes made in the portal or by a command are recorded here.',
      }}
    />
  );
}
