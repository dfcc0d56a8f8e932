import { Type } from 'typebox';
import { listAuditEntries } from '../../../storage/workspaces/audit-entries.ts';
import { pageAnswer, pageQuery, readPage } from '../paging.ts';
import { adminRoutes } from '../routes.ts';
import { auditExample, auditFilter, auditView, readAuditFilter } from './audit-log-view.ts';

export const auditLogRoute = adminRoutes((routes, context) => {
  routes.get('/workspaces/:workspaceId/audit-log', {
    access: 'read',
    operationId: 'listAuditEntries',
    summary: 'List audit entries',
    description: 'Changes by members, service accounts and commands, newest first.',
    tags: ['Audit log'],
    querystring: Type.Object({ ...pageQuery, ...auditFilter.properties }),
    answers: { 200: pageAnswer('Entries.', Type.Ref('AuditEntry'), auditExample) },
    handle: ({ workspaceId, query }) => {
      const filter = readAuditFilter(query);
      return readPage(
        query,
        (limit) => listAuditEntries(context.database, workspaceId, { ...filter, limit }),
        ({ entryId }) => entryId,
        auditView,
      );
    },
  });
});
