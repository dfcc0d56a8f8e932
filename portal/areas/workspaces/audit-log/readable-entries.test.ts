import { expect, it } from 'vitest';
import { differences } from './differences.ts';
import { actionLabels, detailOf, objectLabel } from './labels.ts';
import type { AuditAction, AuditEntry, AuditObject } from './queries.ts';

const id = '0198f6a2-6c1e-7d70-9a53-9e16a1b010b8';
const at = '2026-11-15T09:00:00.000Z';

interface Recorded {
  readonly kind: AuditObject['kind'];
  /** Null: an object that has none, such as a tenant without an organisation. */
  readonly name?: string | null;
  readonly before?: object;
  readonly after?: object;
}

const workspace = { kind: 'Workspace', name: 'Arcadia' } as const;
const member = { kind: 'Member', name: 'Ben Okafor' } as const;
const account = { kind: 'ServiceAccount', name: 'Nightly import' } as const;
const accountKey = { kind: 'ServiceAccountKey', name: null } as const;
const client = { kind: 'ApiClient', name: 'Aqueduct production' } as const;
const apiKey = { kind: 'ApiKey', name: null } as const;
const application = { kind: 'ApplicationCredential', name: id } as const;
const endpoint = { kind: 'WebhookEndpoint', name: 'https://partner.example' } as const;
const connection = { kind: 'MarketplaceConnection', name: 'Microsoft Marketplace' } as const;
const licences = { kind: 'IdpConnection', name: 'Scribe' } as const;
const subscription = { kind: 'Subscription', name: 'Scribe, Licences (Contoso)' } as const;
const person = { kind: 'CustomerMember', name: null } as const;
const customer = { kind: 'Customer', name: null } as const;
const report = { kind: 'UsageReport', name: 'rows' } as const;
const notice = { kind: 'Notice', name: 'UsageRejected' } as const;
const category = { kind: 'Category', name: 'Documents' } as const;
const product = { kind: 'Product', name: 'Scribe' } as const;
const edition = { kind: 'Edition', name: 'Standard' } as const;
const plan = { kind: 'Plan', name: 'Licences' } as const;

const key = { apiClientId: id, name: null, expiresAt: null };
const ofAccount = {
  serviceAccountId: id,
  serviceAccountName: 'Nightly import',
  name: 'Nightly import',
  keyName: null,
};
const clientFacts = {
  name: 'Aqueduct production',
  scopes: ['Usage.Write.All'],
  products: 'all',
  rateLimitPerMinute: 12_000,
};
const licenceFacts = { licenceFileId: id, product: 'scribe', expiresAt: at, installation: 'Plant 7' };
const endpointFacts = {
  url: 'https://partner.example',
  description: '',
  eventTypes: ['subscription.created'],
  products: 'all',
  headerNames: ['X-Team'],
  rateLimitPerMinute: null,
};
const connectionFacts = {
  sourceName: 'Microsoft Marketplace',
  authUrl: 'https://login.example',
  marketplaceUrl: 'https://marketplace.example',
  tenantId: id,
  clientId: id,
  credentialKind: 'secret',
  credentialEndsAt: null,
  acceptsUnsignedCalls: false,
};
const reportFacts = { subscriptionId: id, dimension: 'rows', hour: at, quantity: 1_200.5, status: 'Pending' };
const limitFacts = {
  product: 'scribe',
  dimension: 'rows',
  setBy: 'Partner',
  quantity: 500,
  per: 'Month',
  action: 'Deny',
  reason: null,
  endsAt: at,
};
const noticeFacts = { kind: 'UsageRejected', facts: { reason: 'It has not been sent.', quantity: 5 } };
const productFacts = {
  name: 'Scribe',
  status: 'Draft',
  types: ['OfficeAddIn', 'SharePointApp'],
  categories: ['documents'],
  applicationUrl: null,
  supportContact: null,
  accentColour: '#1a5fb4',
};
const planFacts = {
  name: 'Licences',
  status: 'Draft',
  edition: 'standard',
  licenceModel: 'IdpManaged',
  billingModel: 'PerUser',
  serviceIdentifier: null,
  capabilities: { search: true },
  limits: { rooms: 2_000 },
};
const mappingFacts = {
  sourceName: 'Microsoft Marketplace',
  offerId: 'scribe',
  planId: 'licences',
  dimensions: [
    {
      id: 'rows',
      name: 'Rows',
      unit: 'row',
      intake: 'Events',
      aggregation: 'Unique',
      included: { quantity: 10_000, per: 'Month' },
    },
  ],
};
const exported = { format: 'csv', from: at, tenantId: id };

/** An entry of every action, as the actions of the service record it. Complete by its type: a new action needs one. */
const recorded: Readonly<Record<AuditAction, Recorded>> = {
  'workspace.created': { ...workspace, after: { slug: 'arcadia', name: 'Arcadia', plan: 'Standard' } },
  'workspace.settings_changed': {
    ...workspace,
    before: { usageHoldMinutes: 15, supportAddresses: [], signInTenants: [], apiKeyMaxAgeDays: null },
    after: {
      usageHoldMinutes: 20,
      supportAddresses: ['support@partner.example'],
      signInTenants: [id],
      apiKeyMaxAgeDays: 90,
    },
  },
  'workspace.suspended': { ...workspace, after: { reason: 'Unpaid invoice' } },
  'workspace.resumed': { ...workspace, before: { reason: 'Unpaid invoice' } },
  'support_address.confirmation_requested': { ...workspace, after: { address: 'support@partner.example' } },
  'support_address.confirmed': { ...workspace, after: { address: 'support@partner.example' } },
  'member.invited': {
    ...member,
    after: { email: 'ben@partner.example', role: 'Catalogue manager', tenantId: null },
  },
  'member.invitation_renewed': {
    ...member,
    before: { tenantId: null, invitedAt: at },
    after: { tenantId: id, invitedAt: '2026-11-16T09:00:00.000Z' },
  },
  'member.joined': {
    ...member,
    before: { email: 'ben@partner.example', tenantId: null },
    after: { email: 'ben@partner.example', name: 'Ben Okafor', tenantId: id, objectId: id },
  },
  'member.signed_in': { ...member, after: { email: 'ben@partner.example', by: 'identity provider' } },
  'member.signed_out': { ...member, after: { email: 'ben@partner.example', everywhere: true } },
  'member.sign_in_refused': {
    ...member,
    after: { email: 'ben@partner.example', tenantId: id, visitorTenantId: id },
  },
  'member.role_changed': {
    ...member,
    before: { email: 'ben@partner.example', role: 'Viewer' },
    after: { email: 'ben@partner.example', role: 'Catalogue manager' },
  },
  'member.removed': { ...member, before: { email: 'ben@partner.example', name: null, role: 'Viewer' } },
  'member.mails_changed': { ...member, before: { customersAtRisk: true }, after: { customersAtRisk: false } },
  'service_account.added': { ...account, after: { name: 'Nightly import', role: 'Viewer' } },
  'service_account.removed': { ...account, before: { name: 'Nightly import', role: 'Viewer' } },
  'service_account_key.issued': { ...accountKey, after: { ...ofAccount, expiresAt: at } },
  'service_account_key.rotated': {
    ...accountKey,
    before: { ...ofAccount, expiresAt: null },
    after: { ...ofAccount, expiresAt: at, replacedBy: { keyId: 'a1B2c3D4e5F', expiresAt: at } },
  },
  'service_account_key.renamed': {
    ...accountKey,
    before: ofAccount,
    after: { ...ofAccount, keyName: 'Nightly' },
  },
  'service_account_key.changed': {
    ...accountKey,
    before: { ...ofAccount, allowedNetworks: ['192.0.2.7'] },
    after: ofAccount,
  },
  'service_account_key.revoked': {
    ...accountKey,
    before: { ...ofAccount, expiresAt: at },
    after: { ...ofAccount, revokedAt: at },
  },
  'api_client.registered': { ...client, after: clientFacts },
  'api_client.changed': {
    ...client,
    before: clientFacts,
    after: { ...clientFacts, products: ['scribe'], rateLimitPerMinute: null },
  },
  'api_client.enabled': { ...client, before: { enabled: false }, after: { enabled: true } },
  'api_client.disabled': { ...client, before: { enabled: true }, after: { enabled: false } },
  'api_key.issued': { ...apiKey, after: key },
  'api_key.rotated': {
    ...apiKey,
    before: key,
    after: { ...key, expiresAt: at, replacedBy: { keyId: 'a1B2c3D4e5F', expiresAt: null } },
  },
  'api_key.renamed': {
    ...apiKey,
    before: { apiClientId: id, name: null },
    after: { apiClientId: id, name: 'Production' },
  },
  'api_key.changed': {
    ...apiKey,
    before: { apiClientId: id, name: null },
    after: { apiClientId: id, name: null, allowedNetworks: ['192.0.2.0/24'] },
  },
  'api_key.revoked': { ...apiKey, before: key, after: { apiClientId: id, name: null, revokedAt: at } },
  'signing_key.rotated': { ...workspace, before: { kid: 'kPrK_qmxVWaY' }, after: { kid: 'zQ3sh_7Yt1Lc' } },
  'signing_key.withdrawn': {
    ...workspace,
    before: { kid: 'kPrK_qmxVWaY', state: 'Active' },
    after: { kid: 'kPrK_qmxVWaY', state: 'Withdrawn', reason: 'A backup was stolen', licenceFiles: 3 },
  },
  'application_credential.added': {
    ...application,
    after: { apiClientId: id, applicationId: id, tenantId: id },
  },
  'application_credential.verified': { ...application, after: { apiClientId: id } },
  'application_credential.verification_failed': { ...application, after: { apiClientId: id } },
  'application_credential.removed': {
    ...application,
    before: { apiClientId: id, applicationId: id, tenantId: id, status: 'PendingVerification' },
  },
  'webhook_endpoint.added': { ...endpoint, after: endpointFacts },
  'webhook_endpoint.changed': {
    ...endpoint,
    before: endpointFacts,
    after: { ...endpointFacts, eventTypes: 'all', rateLimitPerMinute: 60, newHeaderValues: ['X-Team'] },
  },
  'webhook_endpoint.enabled': {
    ...endpoint,
    before: { enabled: false, disabledReason: 'ByPartner' },
    after: { enabled: true },
  },
  'webhook_endpoint.disabled': {
    ...endpoint,
    before: { enabled: true },
    after: { enabled: false, disabledReason: 'ByPartner' },
  },
  'webhook_endpoint.removed': { ...endpoint, before: endpointFacts },
  'webhook_endpoint.secret_rotated': {
    ...endpoint,
    before: { previousSecretEndsAt: null },
    after: { previousSecretEndsAt: at },
  },
  'webhook_endpoint.test_sent': { ...endpoint, after: { eventId: id, type: 'ping' } },
  'webhook_endpoint.replayed': {
    ...endpoint,
    after: {
      from: at,
      until: at,
      outcomes: ['Missed', 'Failed'],
      types: null,
      tenantId: id,
      replayed: 1_500,
    },
  },
  'marketplace_connection.connected': { ...connection, after: connectionFacts },
  'marketplace_connection.changed': {
    ...connection,
    before: connectionFacts,
    after: { ...connectionFacts, credentialEndsAt: at, newCredential: true },
  },
  'marketplace_connection.removed': { ...connection, before: connectionFacts },
  'marketplace_connection.reconciliation_asked': {
    ...connection,
    after: { sourceName: 'Microsoft Marketplace' },
  },
  'idp_connection.connected': { ...licences, after: { product: 'scribe', clientId: id, newSecret: true } },
  'idp_connection.changed': {
    ...licences,
    before: { product: 'scribe', clientId: id },
    after: { product: 'scribe', clientId: id, newSecret: true },
  },
  'idp_connection.removed': { ...licences, before: { product: 'scribe', clientId: id } },
  'subscription.moved': {
    ...subscription,
    before: { tenantId: id, status: 'Active', planId: id, quantity: 5, validUntil: null, cancelledAt: null },
    after: {
      tenantId: id,
      status: 'Cancelled',
      planId: id,
      quantity: 5,
      validUntil: at,
      cancelledAt: at,
      move: 'cancelAtTermEnd',
      reason: 'Asked by mail',
    },
  },
  'subscription.change_requested': {
    ...subscription,
    after: {
      tenantId: id,
      marketplaceSubscriptionId: id,
      sourceName: 'Microsoft Marketplace',
      type: 'changeQuantity',
      quantity: 5_000,
      operationId: id,
    },
  },
  'purchase.assigned': {
    ...connection,
    after: { sourceName: 'AWS Marketplace', marketplaceSubscriptionId: id, tenantId: id },
  },
  'purchase.cancellation_requested': {
    ...connection,
    after: { sourceName: 'Microsoft Marketplace', marketplaceSubscriptionId: id, operationId: id },
  },
  'organisation.added': {
    kind: 'Organisation',
    name: 'Contoso',
    before: { heldByOthers: [id] },
    after: { name: 'Contoso', tenantIds: [id] },
  },
  'customer_member.added': {
    ...person,
    after: { tenantId: id, objectId: id, email: null, isActive: true, isAdministrator: false },
  },
  'customer_member.changed': { ...person, before: { isActive: true }, after: { isActive: false } },
  'customer_member.exported': person,
  'customer_member.erased': person,
  'customer.changed': {
    ...customer,
    before: {
      name: 'Contoso',
      contactName: null,
      contactEmail: null,
      contactPhone: null,
      ownerId: null,
      notesLength: 0,
    },
    after: {
      name: 'Contoso',
      contactName: 'Ada',
      contactEmail: null,
      contactPhone: null,
      ownerId: id,
      notesLength: 12,
    },
  },
  'customer.exported': customer,
  'customer.viewed': { ...customer, after: { sourceName: 'Microsoft Marketplace', endsAt: at } },
  'customer.erased': customer,
  'subscription.created': {
    ...subscription,
    after: {
      tenantId: id,
      product: 'scribe',
      plan: 'licences',
      source: 'Direct',
      quantity: 25,
      validUntil: at,
      isTrial: true,
      trialEndsAt: at,
      reason: null,
    },
  },
  'seat.assigned': {
    ...subscription,
    before: { assigned: 999 },
    after: { assigned: 1_001, members: [{ memberId: id, email: 'ann@contoso.example' }, { memberId: id }] },
  },
  'seat.released': {
    ...subscription,
    before: { assigned: 2, members: [{ memberId: id, email: null }] },
    after: { assigned: 1 },
  },
  'usage_report.added': { ...report, after: reportFacts },
  'usage_report.reported_again': {
    ...report,
    before: { ...reportFacts, status: 'Rejected' },
    after: reportFacts,
  },
  'usage_report.corrected': {
    ...report,
    before: reportFacts,
    after: { ...reportFacts, quantity: 0, status: 'Skipped' },
  },
  'usage_report.released': {
    ...report,
    before: { subscriptionId: id, dimension: 'rows', hour: at, dueAt: at },
    after: { subscriptionId: id, dimension: 'rows', hour: at, dueAt: '2026-11-15T09:15:00.000Z' },
  },
  'usage_limit.set': {
    ...customer,
    before: limitFacts,
    after: { ...limitFacts, quantity: 1_000, reason: 'Agreed' },
  },
  'usage_limit.removed': { ...customer, before: { ...limitFacts, setBy: 'Customer', subject: 'team-a' } },
  'licence_file.issued': { ...customer, after: { ...licenceFacts, replaces: id } },
  'licence_file.revoked': { ...customer, before: licenceFacts, after: { ...licenceFacts, reason: 'Sold' } },
  'usage_file.uploaded': {
    ...customer,
    after: {
      usageFileId: id,
      licenceFileId: id,
      product: 'scribe',
      installation: 'Plant 7',
      accepted: 450,
      carried: 48,
      duplicate: 1,
      refused: 1,
    },
  },
  'notice.done': {
    ...notice,
    before: { ...noticeFacts, done: null },
    after: { ...noticeFacts, done: { by: 'mara@partner.example', at } },
  },
  'notice.assigned': {
    ...notice,
    before: { ...noticeFacts, assignee: null },
    after: { ...noticeFacts, assignee: 'Mara Voss' },
  },
  'notice.reopened': {
    ...notice,
    before: { ...noticeFacts, done: { by: 'mara@partner.example', at } },
    after: { ...noticeFacts, done: null },
  },
  'audit_log.exported': { ...workspace, after: exported },
  'usage_reports.exported': { ...workspace, after: exported },
  'usage_hours.exported': { ...workspace, after: exported },
  'usage_days.exported': { ...workspace, after: exported },
  'usage_events.exported': { ...workspace, after: exported },
  'api_client_requests.exported': { ...workspace, after: exported },
  'catalogue.exported': { ...workspace, after: { revision: 12 } },
  'category.added': { ...category, after: { name: 'Documents' } },
  'category.changed': { ...category, before: { name: 'Documents' }, after: { name: 'Writing' } },
  'category.removed': { ...category, before: { name: 'Documents' } },
  'product.added': { ...product, after: productFacts },
  'product.changed': {
    ...product,
    before: { logo: null, types: ['WebApp'] },
    after: { logo: { mediaType: 'image/png', bytes: 12_345 }, types: ['TeamsApp', 'PowerPlatformSolution'] },
  },
  'product.published': { ...product, before: { status: 'Draft' }, after: { status: 'Published' } },
  'product.archived': { ...product, before: { status: 'Published' }, after: { status: 'Archived' } },
  'product.removed': { ...product, before: productFacts },
  'edition.added': { ...edition, after: { name: 'Standard', rank: 0 } },
  'edition.changed': { ...edition, before: { rank: 0 }, after: { rank: 1 } },
  'edition.removed': { ...edition, before: { name: 'Standard', rank: 0 } },
  'plan.added': { ...plan, after: planFacts },
  'plan.changed': {
    ...plan,
    before: { licenceModel: 'TenantWide', billingModel: 'FlatRate', limits: { rooms: 5 } },
    after: { licenceModel: 'IdpManaged', billingModel: 'PerUser', limits: {} },
  },
  'plan.published': { ...plan, before: { status: 'Draft' }, after: { status: 'Published' } },
  'plan.archived': { ...plan, before: { status: 'Published' }, after: { status: 'Archived' } },
  'plan.removed': { ...plan, before: planFacts },
  'plan_mapping.added': { ...plan, after: mappingFacts },
  'plan_mapping.changed': { ...plan, before: { ...mappingFacts, dimensions: [] }, after: mappingFacts },
  'plan_mapping.removed': { ...plan, before: mappingFacts },
};

const entries = Object.entries(recorded) as readonly (readonly [AuditAction, Recorded])[];

const jsonOrObject = /[{}[\]"]|undefined|\[object/;
const isUuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;
/** Two words of an identifier, such as `IdpManaged` or `cancelAtTermEnd`; `SharePoint` is a name. */
const isIdentifier = /\b(?!SharePoint\b)[A-Za-z][a-z]+[A-Z][a-z]+\b/;

it.each(entries)('%s is shown in words', (action, { kind, name = null, before = null, after = null }) => {
  const subject = { kind, id, name, exists: true };
  const entry = { action, subject, before, after } as AuditEntry;
  const lines = differences(before, after).map(({ name: member, before: was, after: is, added, removed }) =>
    [member, was, is, ...added, ...removed].filter((text) => text !== undefined && text !== null).join(': '),
  );
  const texts = [actionLabels[action], objectLabel(subject), detailOf(entry) ?? '', ...lines];
  expect(actionLabels[action]).toMatch(/^[A-Z][^._]+$/);
  expect(objectLabel(subject)).not.toMatch(isUuid);
  expect(texts.filter((text) => jsonOrObject.test(text) || isUuid.test(text))).toEqual([]);
  expect(texts.filter((text) => isIdentifier.test(text))).toEqual([]);
  // Only a deletion and an export of personal data have no differences: the log must not repeat the data.
  if (!/\.(erased|exported)$/.test(action)) expect(lines).not.toEqual([]);
});

it.each([
  [{ kind: 'Product', id: 'scribe', name: 'Scribe' }, 'Scribe'],
  [{ kind: 'Customer', id, name: null }, `Customer ${id}`],
  [{ kind: 'ApplicationCredential', id, name: id }, `Application ${id}`],
  [{ kind: 'ApiKey', id: 'a1B2c3D4e5F', name: null }, 'Key a1B2c3D4e5F'],
  [{ kind: 'Notice', id, name: 'UsageRejected' }, 'Usage rejected'],
] as const)('%j is shown as %s', (object, label) => {
  expect(objectLabel(object)).toBe(label);
});
