import { Type } from 'typebox';
import { isRefusal } from '../../../core/refusal.ts';
import { auditOrder, listAuditEntries, loadAuditTotal } from '../../../storage/workspaces/audit-entries.ts';
import { countedPageAnswer } from '../paging.ts';
import { adminRoutes } from '../routes.ts';
import { readSortedPage, sortedQuery } from '../sorted-list.ts';
import { auditExample, auditFilter, auditViews, readAuditFilter } from './audit-log-view.ts';

export const auditLogRoute = adminRoutes((routes, context) => {
  routes.get('/workspaces/:workspaceId/audit-log', {
    access: 'read',
    operationId: 'listAuditEntries',
    summary: 'List audit entries',
    description: 'Changes by members, service accounts and commands.',
    tags: ['Audit log'],
    querystring: Type.Object({ ...sortedQuery(auditOrder), ...auditFilter.properties }),
    answers: { 200: countedPageAnswer('Entries.', Type.Ref('AuditEntry'), auditExample) },
    handle: async ({ workspaceId, query }) => {
      const { limit: _, after: __, sort: ___, ...asked } = query;
      const filter = readAuditFilter(asked);
      if (isRefusal(filter)) return filter;
      const { database } = context;
      const page = await readSortedPage(query, {
        order: auditOrder,
        read: (place) => listAuditEntries(database, workspaceId, { ...filter, ...place }),
        count: () => loadAuditTotal(database, workspaceId, filter),
        viewOf: (entry) => entry,
      });
      if (isRefusal(page)) return page;
      return { ...page, items: await auditViews(database, workspaceId, page.items) };
    },
  });
});
