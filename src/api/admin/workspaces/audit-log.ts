import { Type } from 'typebox';
import { isRefusal } from '../../../core/refusal.ts';
import { listAuditEntries, loadAuditTotal } from '../../../storage/workspaces/audit-entries.ts';
import { countedPageAnswer, pageOf, pageQuery, readLimit } from '../paging.ts';
import { adminRoutes } from '../routes.ts';
import { auditExample, auditFilter, auditViews, readAuditFilter } from './audit-log-view.ts';

export const auditLogRoute = adminRoutes((routes, context) => {
  routes.get('/workspaces/:workspaceId/audit-log', {
    access: 'read',
    operationId: 'listAuditEntries',
    summary: 'List audit entries',
    description: 'Changes by members, service accounts and commands, newest first.',
    tags: ['Audit log'],
    querystring: Type.Object({ ...pageQuery, ...auditFilter.properties }),
    answers: { 200: countedPageAnswer('Entries.', Type.Ref('AuditEntry'), auditExample) },
    handle: async ({ workspaceId, query }) => {
      const filter = readAuditFilter(query);
      if (isRefusal(filter)) return filter;
      const { database } = context;
      const { limit, toRead } = readLimit(query);
      const [entries, total] = await Promise.all([
        listAuditEntries(database, workspaceId, { ...filter, after: query.after, limit: toRead }),
        loadAuditTotal(database, workspaceId, filter),
      ]);
      const { items, next } = pageOf(
        entries,
        limit,
        ({ entryId }) => entryId,
        (entry) => entry,
      );
      return { items: await auditViews(database, workspaceId, items), next, total };
    },
  });
});
