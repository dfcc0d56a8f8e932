import { Type } from 'typebox';
import { recordExport } from '../../../actions/privacy/personal-data.ts';
import { isRefusal } from '../../../core/refusal.ts';
import { auditOrder, listAuditEntries, loadAuditTotal } from '../../../storage/workspaces/audit-entries.ts';
import { jsonResponse } from '../../schemas.ts';
import { countedPageResponse } from '../paging.ts';
import { type CsvColumns, csvFile, csvText, fileResponse, jsonLines, mapBatches } from '../response.ts';
import { adminRoutes } from '../routes.ts';
import { readSortedBatches, readSortedPage, sortedQuery } from '../sorted-list.ts';
import { type AuditView, auditExample, auditFilter, auditViews, readAuditFilter } from './audit-log-view.ts';

export const auditLogRoute = adminRoutes('Audit log', (routes, context) => {
  routes.get('/workspaces/:workspaceId/audit-log', {
    access: 'read',
    operationId: 'listAuditEntries',
    summary: 'List audit entries',
    description: 'Changes by members, service accounts and commands.',
    querystring: Type.Object({ ...sortedQuery(auditOrder), ...auditFilter.properties }),
    responses: { 200: countedPageResponse('Entries.', Type.Ref('AuditEntry'), auditExample) },
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

const columns: CsvColumns<AuditView> = {
  recordedAt: (entry) => entry.recordedAt,
  actorKind: (entry) => entry.actor.kind,
  actorId: (entry) => entry.actor.id,
  actor: (entry) => entry.actor.name,
  address: (entry) => entry.actor.address,
  action: (entry) => entry.action,
  subjectKind: (entry) => entry.subject.kind,
  subjectId: (entry) => entry.subject.id,
  before: (entry) => entry.before && JSON.stringify(entry.before),
  after: (entry) => entry.after && JSON.stringify(entry.after),
  entryId: (entry) => entry.entryId,
  subject: (entry) => entry.subject.name,
  reason: (entry) => entry.reason,
};

/** The audit log, filtered, as a file to archive or search elsewhere. */
export const auditLogFileRoutes = adminRoutes('Audit log', (routes, context) => {
  async function* jsonOf(batches: AsyncIterable<readonly AuditView[]>) {
    let opening = '[';
    for await (const part of jsonLines(batches, (entry) => entry)) {
      yield opening + part;
      opening = '';
    }
    yield opening === '' ? '\n]\n' : '[]\n';
  }

  const files = [
    {
      format: 'csv',
      operationId: 'exportAuditLogAsCsv',
      contentType: 'text/csv; charset=utf-8',
      lines: (batches: AsyncIterable<readonly AuditView[]>) => csvFile(columns, batches),
      response: csvText('One line for each entry; the first line has the column names.'),
    },
    {
      format: 'json',
      operationId: 'exportAuditLogAsJson',
      contentType: 'application/json; charset=utf-8',
      lines: jsonOf,
      response: jsonResponse('All entries.', Type.Array(Type.Ref('AuditEntry')), [auditExample]),
    },
  ] as const;

  for (const { format, operationId, contentType, lines, response } of files) {
    routes.get(`/workspaces/:workspaceId/audit-log.${format}`, {
      access: 'read',
      operationId,
      summary: `Export the audit log as ${format.toUpperCase()}`,
      description: 'With the filters and the order of the list.',
      querystring: Type.Object({ sort: sortedQuery(auditOrder).sort, ...auditFilter.properties }),
      responses: { 200: response },
      handle: async ({ action, workspaceId, query }) => {
        const { sort, ...asked } = query;
        const filter = readAuditFilter(asked);
        if (isRefusal(filter)) return filter;
        const exported = { format, ...query };
        await recordExport(action, workspaceId, 'audit_log.exported', exported);
        const { database } = context;
        const batches = readSortedBatches(
          auditOrder,
          (page) => listAuditEntries(database, workspaceId, { ...filter, ...page }),
          sort,
        );
        const views = mapBatches(batches, (entries) => auditViews(database, workspaceId, entries));
        return fileResponse({ name: `audit-log.${format}`, contentType }, lines(views));
      },
    });
  }
});
