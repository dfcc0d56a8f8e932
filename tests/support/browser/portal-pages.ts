import type { PortalPage } from './portal-demo.ts';

/** Every page of the portal, in the order of its navigation. Other tests of the worker do not change what it shows. */
export const portalPages: readonly PortalPage[] = [
  {
    path: 'overview',
    name: 'Overview',
    shows: [
      'Customers at risk',
      'Fourth Coffee',
      'Usage rejected',
      'Active subscriptions',
      '30 days',
      'Arcadia demo application',
      '600 a minute',
    ],
  },
  { path: 'inbox', name: 'Inbox', shows: ['Usage rejected by the marketplace', 'Mark as done'] },
  {
    path: 'products',
    name: 'Products',
    shows: ['Scriptorium', '3 published, 1 archived', 'Data and integration', 'New product'],
  },
  {
    path: 'products/aqueduct',
    name: 'Aqueduct',
    shows: [
      'Standard, monthly',
      'Private links',
      'private-links',
      'Pipelines',
      'Show archived (1)',
      'enterprise · 1 plan',
      'Each marketplace has one page, for all products that are sold there.',
    ],
  },
  {
    path: 'plan-mappings',
    name: 'Plan mappings',
    shows: ['Microsoft Marketplace', 'pay-as-you-go', 'rows-moved (million rows)', 'Add mapping'],
  },
  {
    path: 'catalogue-as-code',
    name: 'Catalogue as code',
    shows: ['slug: aqueduct', 'Plan changes'],
  },
  {
    path: 'customers?search=wood',
    name: 'Customers',
    shows: ['Woodgrove', 'b000…000009', 'Enterprise, yearly'],
  },
  {
    path: 'customers/b0000000-0000-4000-8000-000000000009',
    name: 'Woodgrove',
    shows: [
      'Edit customer',
      'by the plan Enterprise, yearly',
      'Audit trail',
      'audit-trail',
      '"accessLevel": "Full"',
    ],
  },
  {
    path: 'subscriptions?status=Suspended',
    name: 'Subscriptions',
    shows: ['Northwind', 'Renews automatically', 'Add contract'],
  },
  {
    path: 'subscriptions/import',
    name: 'Import',
    shows: ['Subscriptions.csv needed', 'Plan without an export', 'Use the sample export'],
  },
  {
    path: 'purchases',
    name: 'Purchases',
    shows: ['Adatum', 'Basic, monthly', 'The buyer has confirmed the purchase'],
  },
  {
    path: 'subscriptions/019b76da-a800-7ef8-bf87-b59434ebf763',
    name: 'Fabrikam: Forum',
    shows: [/\d of \d assigned/, 'bea@fabrikam.example', 'Activated'],
  },
  {
    path: 'subscriptions/019b76da-a800-7664-9c6b-7ebae3829be1',
    name: 'Contoso: Aqueduct',
    shows: ['used this month', 'Hours and events', 'Usage by day'],
  },
  {
    path: 'subscriptions/019b76da-a800-7664-9c6b-7ebae3829be1/usage/api-calls',
    name: 'API calls by hour',
    shows: ['Within what is included', 'Closed', 'Export as CSV'],
  },
  {
    path: 'usage',
    name: 'Usage',
    shows: ['Rows moved', 'Blue Yonder', 'On hold', 'Export as CSV'],
  },
  {
    path: 'usage/by-subscription',
    name: 'Usage by subscription',
    shows: ['Blue Yonder', 'Compute hours', '3.25'],
  },
  { path: 'usage/differences', name: 'Usage differences', shows: ['No differences'] },
  {
    path: 'audit-log?action=member.joined',
    name: 'Audit log',
    shows: ['Member joined', 'Mara Voss', 'Export'],
  },
  {
    path: 'api-clients',
    name: 'API clients',
    shows: ['Arcadia demo application', 'entitlements:read', 'Register client'],
  },
  {
    path: 'api-clients/019b76da-a800-7389-a756-b34a8d4c97bd',
    name: 'Arcadia demo application',
    shows: ['5OovhljCmXG', 'c000…000001', 'in the last 7 days', 'request.rate_limited'],
  },
  {
    path: 'api-clients/019b76da-a800-7389-a756-b34a8d4c97bd/requests?code=request.rate_limited',
    name: 'Request log',
    shows: ['429', 'GET /api/v1/entitlements/:tenantId', 'and 30 before it that were not stored'],
  },
  {
    path: 'webhooks',
    name: 'Webhooks',
    shows: ['npm run webhook-listener', 'All events', / % of \d+ delivered/, 'Add endpoint'],
  },
  {
    path: 'webhooks/endpoints/019b76da-a800-77b2-a4c2-bda026149407',
    name: 'npm run webhook-listener',
    shows: ['http://127.0.0.1:4555/', 'Current', /^(entitlement|seat|subscription)\.[a-z_]+$/, 'Send test'],
  },
  {
    path: 'webhooks/deliveries?outcome=Failed',
    name: 'Webhook deliveries',
    shows: ['Fabrikam', 'Replay time range'],
  },
  {
    path: 'webhooks/event-types',
    name: 'Webhook event types',
    shows: ['subscription.created', 'A test event, sent on request'],
  },
  {
    path: 'members',
    name: 'Members',
    shows: ['mara@arcadia.example', 'Integration manager', 'Invite member'],
  },
  {
    path: 'service-accounts',
    name: 'Service accounts',
    shows: ['Nightly report', 'Viewer', 'New service account'],
  },
  {
    path: 'service-accounts/019b76da-a800-74b4-ac19-19e18b8f6908',
    name: 'Nightly report',
    shows: ['87n5Cmh35sO', 'Authorization: Bearer', 'Issue key'],
  },
  {
    path: 'settings',
    name: 'Settings',
    shows: [
      'Growth',
      'support@arcadia.example',
      'Confirmed',
      'Hold before sending',
      'Accept fewer seats than are assigned',
    ],
  },
  {
    path: 'settings/marketplace',
    name: 'Marketplace connections',
    shows: ['Microsoft Marketplace', 'nothing to repair', 'Connect publisher account'],
  },
  {
    path: 'settings/marketplace/019b76da-a800-7c61-9ff4-d320989298ad',
    name: 'Microsoft Marketplace',
    shows: [/^(Run check|Check again)$/, 'Reconcile now', '/marketplace/landing/'],
  },
  { path: 'settings/calls', name: 'Marketplace notifications', shows: [] },
  {
    path: 'settings/licences',
    name: 'Licences at the identity provider',
    shows: ['Scriptorium', 'Connect product'],
  },
  {
    path: 'settings/signing-keys',
    name: 'Signing keys',
    shows: ['Active', 'Rotate key'],
  },
  {
    path: 'settings/notifications',
    name: 'Notifications',
    shows: ['Customers at risk', 'Mails to you'],
  },
  { path: 'nowhere', name: 'Page not found', shows: ['This address does not exist'] },
];
