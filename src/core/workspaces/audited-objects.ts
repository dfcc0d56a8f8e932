import { isUuid } from '../identifiers.ts';
import type { AuditedChange, AuditSubject } from './audit.ts';

/** An object that an audit entry names; a plan is named by `product/plan` or by its id. */
export interface AuditedObject {
  readonly kind: AuditSubject;
  readonly id: string;
}

/** Unique in a workspace. */
export const keyOfObject = ({ kind, id }: AuditedObject): string => `${kind} ${id}`;

/** The members of `before` and `after` that hold the id of another object. */
const references: Readonly<Partial<Record<AuditSubject, Readonly<Record<string, AuditSubject>>>>> = {
  ApiKey: { apiClientId: 'ApiClient' },
  ApplicationCredential: { apiClientId: 'ApiClient' },
  ServiceAccountKey: { serviceAccountId: 'ServiceAccount' },
  IdpConnection: { product: 'Product' },
  CustomerMember: { tenantId: 'Customer' },
  Subscription: { tenantId: 'Customer', product: 'Product', planId: 'Plan' },
  UsageReport: { subscriptionId: 'Subscription' },
  WebhookEndpoint: { tenantId: 'Customer' },
  Workspace: { tenantId: 'Customer', product: 'Product', subscriptionId: 'Subscription' },
};

/** Objects other than the subject, each once. */
export function relatedObjects({ subject, before, after }: AuditedChange): readonly AuditedObject[] {
  const related: AuditedObject[] = [];
  const add = (kind: AuditSubject, id: unknown) => {
    if (typeof id !== 'string' || id === '') return;
    if (kind !== 'Product' && !isUuid(id)) return;
    if (!related.some((object) => object.kind === kind && object.id === id)) related.push({ kind, id });
  };
  if (subject.kind === 'Plan' || subject.kind === 'Edition') add('Product', subject.id.split('/', 1)[0]);
  for (const [member, kind] of Object.entries(references[subject.kind] ?? {})) {
    for (const side of [after, before]) add(kind, memberOf(side, member));
  }
  return related;
}

/** The members that name the subject, best first. */
const nameMembers: Readonly<Partial<Record<AuditSubject, readonly string[]>>> = {
  Workspace: ['name'],
  Member: ['name', 'email'],
  ServiceAccount: ['name'],
  ServiceAccountKey: ['keyName'],
  ApiClient: ['name'],
  ApiKey: ['name'],
  ApplicationCredential: ['applicationId'],
  WebhookEndpoint: ['description', 'url'],
  MarketplaceConnection: ['sourceName'],
  IdpConnection: ['product'],
  Organisation: ['name'],
  CustomerMember: ['email'],
  UsageReport: ['dimension'],
  Notice: ['kind'],
  Category: ['name'],
  Product: ['name'],
  Edition: ['name'],
  Plan: ['name'],
};

/** The name of the subject as the entry has it: for a subject that is gone. */
export function recordedName({ subject, before, after }: AuditedChange): string | null {
  for (const side of [after, before]) {
    for (const member of nameMembers[subject.kind] ?? []) {
      const name = memberOf(side, member);
      if (typeof name === 'string' && name !== '') return name;
    }
  }
  return null;
}

function memberOf(side: object | null, name: string): unknown {
  return side && Object.hasOwn(side, name) ? (side as Readonly<Record<string, unknown>>)[name] : undefined;
}
