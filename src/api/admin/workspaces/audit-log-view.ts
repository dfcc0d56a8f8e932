import { type Static, Type } from 'typebox';
import { type Refusal, refuseInvalid } from '../../../core/refusal.ts';
import { instantOf } from '../../../core/values/timestamp.ts';
import {
  actorKinds,
  auditActions,
  auditSubjects,
  keyOfObject,
  recordedName,
  relatedObjects,
} from '../../../core/workspaces/audit.ts';
import type { Database } from '../../../storage/database.ts';
import type { AuditFilter, AuditEntry as StoredEntry } from '../../../storage/workspaces/audit-entries.ts';
import { loadAuditedObjects } from '../../../storage/workspaces/audited-objects.ts';
import { anySlug, oneOf } from '../../schemas.ts';
import { described, instant, nullable, uuid } from '../schemas.ts';

const snapshot = (description: string) =>
  Type.Unsafe<object | null>({ type: ['object', 'null'], additionalProperties: true, description });

const named = {
  kind: oneOf(auditSubjects),
  id: Type.String(),
  name: described(
    nullable.text,
    'The name now, or the recorded one if the object is gone; null without a name.',
  ),
  exists: Type.Boolean({ description: 'False for an object that is gone.' }),
};

export const actorMember = Type.Object({
  kind: oneOf(actorKinds),
  id: Type.String(),
  name: Type.String({ description: 'The name at that time.' }),
  address: nullable.text,
});

export const noteMembers = {
  reason: described(nullable.text, 'Why an edit of the catalogue was made, if somebody said so.'),
  restoredRevision: described(
    nullable.integer,
    'The version of the product that an edit of the catalogue restored.',
  ),
};

export const AuditEntry = Type.Object(
  {
    entryId: uuid,
    recordedAt: instant,
    actor: actorMember,
    action: described(oneOf(auditActions), 'New versions add actions.'),
    subject: Type.Object(named),
    related: Type.Array(Type.Object(named), {
      description:
        "Other objects that the entry names: a plan's product, a key's API client, a subscription's customer and plans.",
    }),
    before: snapshot('What was changed, as it was; null when it is new.'),
    after: snapshot('The same after the change; null when it is removed.'),
    ...noteMembers,
    productRevision: described(
      nullable.integer,
      'The version of the product that an edit of the catalogue made.',
    ),
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
  subject: { kind: 'Member', id: '0198f6a2-6c1e-7d70-9a53-9e16a1b010d1', name: 'Ben Okafor', exists: true },
  related: [],
  before: { email: 'ben@partner.example', role: 'Viewer' },
  after: { email: 'ben@partner.example', role: 'Catalogue manager' },
  reason: null,
  restoredRevision: null,
  productRevision: null,
};

/** The entries with the names of their objects, which are read at once. */
export async function auditViews(database: Database, workspaceId: string, entries: readonly StoredEntry[]) {
  const related = new Map(entries.map((entry) => [entry, relatedObjects(entry)]));
  const objects = [...related].flatMap(([{ subject }, others]) => [subject, ...others]);
  const known = await loadAuditedObjects(database, workspaceId, objects);
  return entries.map((entry) => {
    const { entryId, recordedAt, actor, action, subject, before, after, note } = entry;
    const object = known.get(keyOfObject(subject));
    return {
      entryId,
      recordedAt,
      actor,
      action,
      subject: { ...subject, name: object?.name ?? recordedName(entry), exists: object?.exists ?? false },
      related: (related.get(entry) ?? []).map((other) => {
        const { name = null, exists = false } = known.get(keyOfObject(other)) ?? {};
        return { ...other, name, exists };
      }),
      before,
      after,
      ...note,
    };
  });
}
export type AuditView = Awaited<ReturnType<typeof auditViews>>[number];

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
  product: Type.Optional(
    anySlug('Its own changes and those of its editions, plans, mappings and licence connection.'),
  ),
  plan: Type.Optional(anySlug('A plan of `product`: its own changes and those of its mappings.')),
  tenantId: Type.Optional(
    described(
      uuid,
      'A customer: its own changes and those of its organisation, members, subscriptions and usage; with `product` or ' +
        '`plan`, those of its subscriptions to them.',
    ),
  ),
  subscriptionId: Type.Optional(
    Type.String({ format: 'uuid', description: 'Its own changes and those of its seats and usage.' }),
  ),
  apiClientId: Type.Optional(
    Type.String({ format: 'uuid', description: 'Its own changes and those of its keys and applications.' }),
  ),
  from: Type.Optional(instant),
  until: Type.Optional(Type.String({ format: 'date-time', description: 'Exclusive.' })),
});

export function readAuditFilter({
  from,
  until,
  tenantId,
  ...filter
}: Static<typeof auditFilter>): Omit<AuditFilter, 'limit' | 'after'> | Refusal {
  if (filter.plan !== undefined && filter.product === undefined) {
    const message = 'is required with plan';
    return refuseInvalid([{ path: 'product', rule: 'required', message }]);
  }
  return {
    ...filter,
    tenantId: tenantId?.toLowerCase(),
    subscriptionId: filter.subscriptionId?.toLowerCase(),
    apiClientId: filter.apiClientId?.toLowerCase(),
    from: from === undefined ? undefined : instantOf(from),
    until: until === undefined ? undefined : instantOf(until),
  };
}
