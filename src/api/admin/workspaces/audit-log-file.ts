import { Type } from 'typebox';
import { recordExport } from '../../../actions/privacy/record-export.ts';
import { csvLine } from '../../../core/csv.ts';
import {
  type AuditEntry,
  type AuditFilter,
  listAuditEntries,
} from '../../../storage/workspaces/audit-entries.ts';
import { answer } from '../../schemas.ts';
import { fileAnswer } from '../file-answer.ts';
import { adminRoutes } from '../routes.ts';
import { auditExample, auditFilter, auditView, readAuditFilter } from './audit-log-view.ts';

const entriesAtOnce = 500;

const columns = [
  'recordedAt',
  'actorKind',
  'actorId',
  'actor',
  'address',
  'action',
  'subjectKind',
  'subjectId',
  'before',
  'after',
  'entryId',
];

function csvOfEntry({ recordedAt, actor, action, subject, before, after, entryId }: AuditEntry): string {
  return csvLine([
    recordedAt.toISOString(),
    actor.kind,
    actor.id,
    actor.name,
    actor.address,
    action,
    subject.kind,
    subject.id,
    before && JSON.stringify(before),
    after && JSON.stringify(after),
    entryId,
  ]);
}

/** The audit log, filtered, as a file to archive or search elsewhere. */
export const auditLogFileRoutes = adminRoutes((routes, context) => {
  async function* inBatches(workspaceId: string, filter: Omit<AuditFilter, 'limit' | 'after'>) {
    let after: string | undefined;
    do {
      const question = { ...filter, after, limit: entriesAtOnce };
      const entries = await listAuditEntries(context.database, workspaceId, question);
      yield entries;
      after = entries.length === entriesAtOnce ? entries.at(-1)?.entryId : undefined;
    } while (after);
  }

  async function* csvOf(batches: ReturnType<typeof inBatches>) {
    let heading = csvLine(columns);
    for await (const entries of batches) {
      yield heading + entries.map(csvOfEntry).join('');
      heading = '';
    }
  }

  async function* jsonOf(batches: ReturnType<typeof inBatches>) {
    let before = '[';
    for await (const entries of batches) {
      for (const entry of entries) {
        yield `${before}\n${JSON.stringify(auditView(entry))}`;
        before = ',';
      }
    }
    yield before === '[' ? '[]\n' : '\n]\n';
  }

  const files = [
    {
      format: 'csv',
      operationId: 'exportAuditLogAsCsv',
      contentType: 'text/csv; charset=utf-8',
      lines: csvOf,
      response: {
        description: 'One line for each entry, newest first; the first line has the column names.',
        content: { 'text/csv': { schema: { type: 'string' } } },
      },
    },
    {
      format: 'json',
      operationId: 'exportAuditLogAsJson',
      contentType: 'application/json; charset=utf-8',
      lines: jsonOf,
      response: answer('All entries, newest first.', Type.Array(Type.Ref('AuditEntry')), [auditExample]),
    },
  ] as const;

  for (const { format, operationId, contentType, lines, response } of files) {
    routes.get(`/workspaces/:workspaceId/audit-log.${format}`, {
      access: 'read',
      operationId,
      summary: `Export the audit log as ${format.toUpperCase()}`,
      description: 'With the filters of the list.',
      tags: ['Audit log'],
      querystring: auditFilter,
      answers: { 200: response },
      handle: async ({ action, workspaceId, query }) => {
        const exported = { format, ...query };
        await recordExport(action, workspaceId, 'audit_log.exported', exported);
        const batches = inBatches(workspaceId, readAuditFilter(query));
        return fileAnswer({ name: `audit-log.${format}`, contentType }, lines(batches));
      },
    });
  }
});
