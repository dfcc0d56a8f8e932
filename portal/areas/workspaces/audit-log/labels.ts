import { formatHour } from '../../../parts/format/utc-time.ts';
import type { AuditAction, AuditEntry, AuditObject } from './queries.ts';
import { wordsOf } from './words.ts';

export const actionLabels: Readonly<Record<AuditAction, string>> = {
  'workspace.created': 'Workspace created',
  'workspace.suspended': 'Workspace suspended',
  'workspace.resumed': 'Workspace resumed',
  'workspace.settings_changed': 'Settings changed',
  'support_address.confirmation_requested': 'Confirmation mail sent again',
  'support_address.confirmed': 'Support address confirmed',
  'member.invited': 'Member invited',
  'member.invitation_renewed': 'Invitation renewed',
  'member.joined': 'Member joined',
  'member.signed_in': 'Signed in',
  'member.signed_out': 'Signed out',
  'member.sign_in_refused': 'Sign-in refused',
  'member.role_changed': 'Role changed',
  'member.removed': 'Member removed',
  'service_account.added': 'Service account added',
  'service_account.removed': 'Service account removed',
  'service_account_key.issued': 'Service account key issued',
  'service_account_key.rotated': 'Service account key rotated',
  'service_account_key.renamed': 'Service account key renamed',
  'service_account_key.changed': 'Service account key changed',
  'service_account_key.revoked': 'Service account key revoked',
  'api_client.registered': 'API client registered',
  'api_client.changed': 'API client changed',
  'api_client.enabled': 'API client enabled',
  'api_client.disabled': 'API client disabled',
  'api_key.issued': 'API key issued',
  'api_key.rotated': 'API key rotated',
  'api_key.renamed': 'API key renamed',
  'api_key.changed': 'API key changed',
  'api_key.revoked': 'API key revoked',
  'application_credential.added': 'Application added',
  'application_credential.verified': 'Application verified',
  'application_credential.verification_failed': 'Application not verified',
  'application_credential.removed': 'Application removed',
  'audit_log.exported': 'Audit log exported',
  'usage_reports.exported': 'Usage reports exported',
  'usage_hours.exported': 'Hourly totals exported',
  'usage_events.exported': 'Usage events exported',
  'catalogue.exported': 'Catalogue exported',
  'webhook_endpoint.added': 'Webhook endpoint added',
  'webhook_endpoint.changed': 'Webhook endpoint changed',
  'webhook_endpoint.enabled': 'Webhook endpoint enabled',
  'webhook_endpoint.disabled': 'Webhook endpoint disabled',
  'webhook_endpoint.removed': 'Webhook endpoint removed',
  'webhook_endpoint.secret_rotated': 'Webhook secret rotated',
  'webhook_endpoint.test_sent': 'Webhook test sent',
  'webhook_endpoint.replayed': 'Webhook deliveries replayed',
  'customer_member.exported': 'Person’s data exported',
  'customer_member.erased': 'Person deleted',
  'customer.exported': 'Customer’s data exported',
  'customer.erased': 'Customer deleted',
  'organisation.added': 'Organisation added',
  'customer_member.added': 'Customer’s member added',
  'customer_member.changed': 'Customer’s member changed',
  'subscription.created': 'Subscription added',
  'subscription.moved': 'Subscription changed',
  'subscription.change_requested': 'Marketplace change requested',
  'purchase.cancellation_requested': 'Cancellation of a purchase requested',
  'seat.assigned': 'Seat assigned',
  'seat.released': 'Seat released',
  'usage_report.added': 'Usage reported by hand',
  'usage_report.reported_again': 'Usage reported again',
  'usage_report.corrected': 'Usage corrected',
  'usage_report.released': 'Usage released',
  'marketplace_connection.connected': 'Marketplace connected',
  'marketplace_connection.changed': 'Marketplace connection changed',
  'marketplace_connection.removed': 'Marketplace connection removed',
  'marketplace_connection.reconciliation_asked': 'Reconciliation requested',
  'idp_connection.connected': 'Identity provider connected',
  'idp_connection.changed': 'Identity provider connection changed',
  'idp_connection.removed': 'Identity provider connection removed',
  'notice.done': 'Notice marked as done',
  'notice.reopened': 'Notice reopened',
  'category.added': 'Category added',
  'category.changed': 'Category changed',
  'category.removed': 'Category removed',
  'product.added': 'Product added',
  'product.changed': 'Product changed',
  'product.published': 'Product published',
  'product.archived': 'Product archived',
  'product.removed': 'Product removed',
  'edition.added': 'Edition added',
  'edition.changed': 'Edition changed',
  'edition.removed': 'Edition removed',
  'plan.added': 'Plan added',
  'plan.changed': 'Plan changed',
  'plan.published': 'Plan published',
  'plan.archived': 'Plan archived',
  'plan.removed': 'Plan removed',
  'plan_mapping.added': 'Mapping added',
  'plan_mapping.changed': 'Mapping changed',
  'plan_mapping.removed': 'Mapping removed',
};

/** Which of several: the hour of a usage report, the marketplace's plan of a mapping. */
export function detailOf({ action, subject, before, after }: AuditEntry): string | null {
  const facts = { ...before, ...after } as Readonly<Record<string, unknown>>;
  if (subject.kind === 'UsageReport' && typeof facts.hour === 'string')
    return `${formatHour(facts.hour)} UTC`;
  if (!action.startsWith('plan_mapping.')) return null;
  return `${facts.sourceName}: ${facts.offerId} / ${facts.planId}`;
}

/** For an object without a name, or whose only name is an id. */
const kindLabels: Readonly<Record<AuditObject['kind'], string>> = {
  Workspace: 'Workspace',
  Member: 'Member',
  ServiceAccount: 'Service account',
  ServiceAccountKey: 'Key',
  ApiClient: 'API client',
  ApiKey: 'Key',
  ApplicationCredential: 'Application',
  WebhookEndpoint: 'Webhook endpoint',
  MarketplaceConnection: 'Marketplace connection',
  IdpConnection: 'Identity provider connection',
  Organisation: 'Organisation',
  Customer: 'Customer',
  CustomerMember: 'Member',
  Subscription: 'Subscription',
  UsageReport: 'Usage report',
  Notice: 'Notice',
  Category: 'Category',
  Product: 'Product',
  Edition: 'Edition',
  Plan: 'Plan',
};

const isUuid = (text: string) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text);

/** The name of an object. `Customer 0198f6a2-…` without one; `Usage rejected` for a notice of the kind `UsageRejected`. */
export function objectLabel({ kind, id, name }: Pick<AuditObject, 'kind' | 'id' | 'name'>): string {
  if (name === null || isUuid(name)) return `${kindLabels[kind]} ${name ?? id}`;
  return kind === 'Notice' ? wordsOf(name) : name;
}
