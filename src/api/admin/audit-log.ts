import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { auditActions, auditSubjects } from '../../core/audit.ts';
import { type AuditEntry, listAuditEntries } from '../../storage/audit-entries.ts';
import type { ApiContext } from '../context.ts';
import { oneOf } from '../schemas.ts';
import { memberOf } from './access.ts';
import { pageAnswer, pageOf, pageQuery, readLimit } from './paging.ts';
import { instant, nullable, readRefusals, uuid, workspacePath } from './schemas.ts';

const snapshot = (description: string) =>
  Type.Unsafe<object | null>({ type: ['object', 'null'], additionalProperties: true, description });

const Entry = Type.Object(
  {
    entryId: uuid,
    recordedAt: instant,
    actor: Type.Object({
      kind: oneOf(['Member', 'Command']),
      id: Type.String(),
      name: Type.String({ description: 'As it was then.' }),
      address: nullable.text,
    }),
    action: oneOf(auditActions),
    subject: Type.Object({ kind: oneOf(auditSubjects), id: Type.String() }),
    before: snapshot('What was changed, as it was; null when it is new.'),
    after: snapshot('The same, as it is from then on; null when it is gone.'),
  },
  { $id: 'AuditEntry' },
);

const example = {
  entryId: '0198f6a2-6c1e-7d70-9a53-9e16a1b010c9',
  recordedAt: '2026-11-15T09:00:00.000Z',
  actor: {
    kind: 'Member',
    id: '0198f6a2-6c1e-7d70-9a53-9e16a1b010b8',
    name: 'Mara Voss',
    address: '203.0.113.7',
  },
  action: 'member.role_changed',
  subject: { kind: 'Member', id: '0198f6a2-6c1e-7d70-9a53-9e16a1b010d1' },
  before: { email: 'ben@partner.example', role: 'Viewer' },
  after: { email: 'ben@partner.example', role: 'Catalogue manager' },
};

function viewOf({ entryId, recordedAt, actor, action, subject, before, after }: AuditEntry) {
  return { entryId, recordedAt, actor, action, subject, before, after };
}

export const auditLogRoute =
  (context: ApiContext): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.addSchema(Entry);
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
          querystring: Type.Object({
            ...pageQuery,
            actorId: Type.Optional(Type.String({ description: "A member's id, or a command's name." })),
            action: Type.Optional(oneOf(auditActions)),
            subjectKind: Type.Optional(oneOf(auditSubjects)),
            subjectId: Type.Optional(Type.String()),
            from: Type.Optional(instant),
            until: Type.Optional(
              Type.String({ format: 'date-time', description: 'The moment itself is not part of it.' }),
            ),
          }),
          response: {
            200: pageAnswer('Entries.', Type.Ref('AuditEntry'), example),
            ...readRefusals(),
          },
        },
      },
      async (request) => {
        const { limit, toRead } = readLimit(request.query);
        const { from, until, ...question } = request.query;
        const entries = await listAuditEntries(context.database, memberOf(request).workspaceId, {
          ...question,
          from: from === undefined ? undefined : new Date(from),
          until: until === undefined ? undefined : new Date(until),
          limit: toRead,
        });
        return pageOf(entries, limit, ({ entryId }) => entryId, viewOf);
      },
    );
  };
