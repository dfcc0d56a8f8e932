import { type Static, Type } from 'typebox';
import { instantOf } from '../../../core/timestamp.ts';
import { actorKinds, auditActions, auditSubjects } from '../../../core/workspaces/audit.ts';
import type { AuditEntry as StoredEntry } from '../../../storage/workspaces/audit-entries.ts';
import { oneOf } from '../../schemas.ts';
import { instant, nullable, uuid } from '../schemas.ts';

const snapshot = (description: string) =>
  Type.Unsafe<object | null>({ type: ['object', 'null'], additionalProperties: true, description });

export const AuditEntry = Type.Object(
  {
    entryId: uuid,
    recordedAt: instant,
    actor: Type.Object({
      kind: oneOf(actorKinds),
      id: Type.String(),
      name: Type.String({ description: 'The name at that time.' }),
      address: nullable.text,
    }),
    action: { ...oneOf(auditActions), description: 'New versions add actions.' },
    subject: Type.Object({ kind: oneOf(auditSubjects), id: Type.String() }),
    before: snapshot('What was changed, as it was; null when it is new.'),
    after: snapshot('The same after the change; null when it is removed.'),
  },
  { $id: 'AuditEntry' },
);

export const auditExample = {
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

export function auditView({ entryId, recordedAt, actor, action, subject, before, after }: StoredEntry) {
  return { entryId, recordedAt, actor, action, subject, before, after };
}

/** The filters of the list and of the file. */
export const auditFilter = Type.Object({
  actorId: Type.Optional(
    Type.String({
      maxLength: 200,
      description: "The id of a member or service account, or a command's name.",
    }),
  ),
  action: Type.Optional(oneOf(auditActions)),
  subjectKind: Type.Optional(oneOf(auditSubjects)),
  subjectId: Type.Optional(Type.String({ maxLength: 200 })),
  from: Type.Optional(instant),
  until: Type.Optional(Type.String({ format: 'date-time', description: 'Exclusive.' })),
});

export function readAuditFilter({ from, until, ...filter }: Static<typeof auditFilter>) {
  return {
    ...filter,
    from: from === undefined ? undefined : instantOf(from),
    until: until === undefined ? undefined : instantOf(until),
  };
}
