import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { listAuditEntries } from '../../../storage/workspaces/audit-entries.ts';
import type { ApiContext } from '../../context.ts';
import { memberOf } from '../access.ts';
import { pageAnswer, pageOf, pageQuery, readLimit } from '../paging.ts';
import { readRefusals, workspacePath } from '../schemas.ts';
import { auditExample, auditFilter, auditView, readAuditFilter } from './audit-log-view.ts';

export const auditLogRoute =
  (context: ApiContext): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      '/workspaces/:workspaceId/audit-log',
      {
        config: { access: 'read' },
        schema: {
          operationId: 'listAuditEntries',
          summary: 'Who changed what',
          description: 'The changes that members and commands have made, the newest first.',
          tags: ['Audit log'],
          params: workspacePath(),
          querystring: Type.Object({ ...pageQuery, ...auditFilter.properties }),
          response: {
            200: pageAnswer('Entries.', Type.Ref('AuditEntry'), auditExample),
            ...readRefusals(),
          },
        },
      },
      async (request) => {
        const { limit, toRead } = readLimit(request.query);
        const { limit: _, after, ...filter } = request.query;
        const question = { ...readAuditFilter(filter), after, limit: toRead };
        const entries = await listAuditEntries(context.database, memberOf(request).workspaceId, question);
        return pageOf(entries, limit, ({ entryId }) => entryId, auditView);
      },
    );
  };
