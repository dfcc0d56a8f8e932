import { isUuid } from '../identifiers.ts';

/** A visitor is a person without membership: a customer on the landing page, or the reader of a mailed link. */
export const actorKinds = ['Member', 'Command', 'Visitor', 'Application', 'ServiceAccount'] as const;

/** Who made a change, and from which address. Changes by background work and the marketplace have their own histories. */
export interface Actor {
  readonly kind: (typeof actorKinds)[number];
  /**
   * The id of the member, application or service account, the command's name, or the visitor's tenant and object id or
   * `confirmation-link`.
   */
  readonly id: string;
  readonly name: string;
  /** Null for a command, which runs on the machine itself. */
  readonly address: string | null;
}

export const auditSubjects = [
  'Workspace',
  'Member',
  'ServiceAccount',
  'ServiceAccountKey',
  'ApiClient',
  'ApiKey',
  'ApplicationCredential',
  'WebhookEndpoint',
  'MarketplaceConnection',
  'IdpConnection',
  'Organisation',
  'Customer',
  'CustomerMember',
  'Subscription',
  'UsageReport',
  'Notice',
  'Category',
  'Product',
  'Edition',
  'Plan',
] as const;
export type AuditSubject = (typeof auditSubjects)[number];

export const auditActions = [
  'workspace.created',
  'workspace.settings_changed',
  'workspace.suspended',
  'workspace.resumed',
  'support_address.confirmation_requested',
  'support_address.confirmed',
  'member.invited',
  'member.invitation_renewed',
  'member.joined',
  'member.signed_in',
  'member.signed_out',
  'member.sign_in_refused',
  'member.role_changed',
  'member.removed',
  'member.mails_changed',
  'service_account.added',
  'service_account.removed',
  'service_account_key.issued',
  'service_account_key.rotated',
  'service_account_key.renamed',
  'service_account_key.changed',
  'service_account_key.revoked',
  'api_client.registered',
  'api_client.changed',
  'api_client.enabled',
  'api_client.disabled',
  'api_key.issued',
  'api_key.rotated',
  'api_key.renamed',
  'api_key.changed',
  'api_key.revoked',
  'application_credential.added',
  'application_credential.verified',
  'application_credential.verification_failed',
  'application_credential.removed',
  'signing_key.rotated',
  'signing_key.withdrawn',
  'webhook_endpoint.added',
  'webhook_endpoint.changed',
  'webhook_endpoint.enabled',
  'webhook_endpoint.disabled',
  'webhook_endpoint.removed',
  'webhook_endpoint.secret_rotated',
  'webhook_endpoint.test_sent',
  'webhook_endpoint.replayed',
  'marketplace_connection.connected',
  'marketplace_connection.changed',
  'marketplace_connection.removed',
  'marketplace_connection.reconciliation_asked',
  'idp_connection.connected',
  'idp_connection.changed',
  'idp_connection.removed',
  'subscription.moved',
  'subscription.change_requested',
  'purchase.assigned',
  'purchase.cancellation_requested',
  'organisation.added',
  'customer.changed',
  'customer_member.added',
  'customer_member.changed',
  'customer_member.exported',
  'customer_member.erased',
  'customer.exported',
  'customer.viewed',
  'customer.erased',
  'usage_limit.set',
  'usage_limit.removed',
  'licence_file.issued',
  'licence_file.revoked',
  'usage_file.uploaded',
  'subscription.created',
  'seat.assigned',
  'seat.released',
  'usage_report.added',
  'usage_report.reported_again',
  'usage_report.corrected',
  'usage_report.released',
  'notice.done',
  'notice.reopened',
  'notice.assigned',
  'audit_log.exported',
  'usage_reports.exported',
  'usage_hours.exported',
  'usage_days.exported',
  'usage_events.exported',
  'api_client_requests.exported',
  'catalogue.exported',
  'category.added',
  'category.changed',
  'category.removed',
  'product.added',
  'product.changed',
  'product.published',
  'product.archived',
  'product.removed',
  'edition.added',
  'edition.changed',
  'edition.removed',
  'plan.added',
  'plan.changed',
  'plan.published',
  'plan.archived',
  'plan.removed',
  'plan_mapping.added',
  'plan_mapping.changed',
  'plan_mapping.removed',
] as const;
export type AuditAction = (typeof auditActions)[number];

/** One entry of the audit log. It never contains a secret, not even hashed or sealed. */
export interface AuditedChange {
  readonly action: AuditAction;
  readonly subject: { readonly kind: AuditSubject; readonly id: string };
  /** Null for an added subject. */
  readonly before: object | null;
  /** Null for a removed subject. */
  readonly after: object | null;
}

export const maxReasonLength = 500;

/** About an edit of the catalogue; null in every other entry. */
export interface AuditNote {
  /** Why it was made, in the words of its author. */
  readonly reason: string | null;
  /** The revision of the product after the edit. */
  readonly productRevision: number | null;
  /** The revision that the edit restored. */
  readonly restoredRevision: number | null;
}

export const noAuditNote: AuditNote = { reason: null, productRevision: null, restoredRevision: null };

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
  Customer: { ownerId: 'Member', product: 'Product' },
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
  Customer: ['name'],
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
