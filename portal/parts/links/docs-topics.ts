/** Parts of the service's documentation: the address below `/docs/`, and the words of a link to it. */
export const docsTopics = {
  guides: { path: 'guides/', name: 'Guides' },
  reference: { path: '', name: 'API reference' },
  webhookEvents: { path: '#api/tag/webhook-events', name: 'Events and signatures' },

  setUpWorkspace: { path: 'guides/how-to/set-up-a-workspace', name: 'Set up a workspace' },
  firstSale: {
    path: 'guides/how-to/set-up-a-workspace#go-from-there-to-the-first-sale',
    name: 'From the first administrator to the first sale',
  },
  roles: { path: 'guides/reference/administration#roles', name: 'Permissions of each role' },
  auditLog: { path: 'guides/reference/administration#the-audit-log', name: 'Contents of the audit log' },
  callAdminApi: {
    path: 'guides/how-to/call-the-admin-api#call-it-from-a-program',
    name: 'Call the admin API from a program',
  },

  callApi: { path: 'guides/how-to/call-the-api', name: 'Call the API' },
  authenticate: { path: 'guides/how-to/call-the-api#authenticate', name: 'Authenticate' },
  readEntitlement: { path: 'guides/how-to/call-the-api#read-an-entitlement', name: 'Read an entitlement' },
  eligibility: {
    path: 'guides/reference/api#entitlements-and-eligibility',
    name: 'Entitlements and eligibility',
  },
  issueLicenceFiles: { path: 'guides/how-to/issue-licence-files', name: 'Issue licence files' },
  signedEntitlements: { path: 'guides/reference/signed-entitlements', name: 'Signed entitlements' },

  manageCatalogue: { path: 'guides/how-to/manage-the-catalogue', name: 'Manage the catalogue' },
  publishProduct: {
    path: 'guides/how-to/manage-the-catalogue#create-and-publish-a-product',
    name: 'Create and publish a product',
  },
  mapPlan: {
    path: 'guides/how-to/manage-the-catalogue#map-a-plan-to-an-offer',
    name: 'Map a plan to an offer',
  },
  catalogueFile: {
    path: 'guides/how-to/manage-the-catalogue#apply-the-catalogue-as-a-file',
    name: 'Apply the catalogue as a file',
  },
  catalogueFromCi: {
    path: 'guides/how-to/manage-the-catalogue-from-ci',
    name: 'Manage the catalogue from CI',
  },

  supportCustomers: { path: 'guides/how-to/support-customers', name: 'Support customers' },
  customersAtRisk: {
    path: 'guides/how-to/support-customers#see-who-is-at-risk',
    name: 'See who is at risk',
  },
  addContract: {
    path: 'guides/how-to/support-customers#add-a-customer-and-a-contract',
    name: 'Add a customer and a contract',
  },
  completePurchase: {
    path: 'guides/how-to/support-customers#complete-a-pending-purchase',
    name: 'Complete a pending purchase',
  },
  correctUsage: { path: 'guides/how-to/support-customers#correct-usage', name: 'Correct usage' },
  customersPage: { path: 'guides/how-to/give-customers-a-page', name: 'Give customers a page of their own' },

  moveFromAccelerator: {
    path: 'guides/how-to/move-from-the-saas-accelerator',
    name: 'Move from the SaaS Accelerator',
  },
  connectMarketplace: { path: 'guides/how-to/connect-the-marketplace', name: 'Connect the marketplace' },
  connectAccount: {
    path: 'guides/how-to/connect-the-marketplace#connect-a-publisher-account',
    name: 'Connect a publisher account',
  },
  testPurchase: {
    path: 'guides/how-to/connect-the-marketplace#make-a-test-purchase',
    name: 'Make a test purchase',
  },
  sellOnAws: { path: 'guides/how-to/sell-on-aws-marketplace', name: 'Sell on AWS Marketplace' },
  notifications: {
    path: 'guides/reference/marketplace#what-happens-on-a-notification',
    name: 'What happens on a notification',
  },
  landingPage: { path: 'guides/reference/marketplace#the-landing-page', name: 'The landing page' },

  reportUsage: { path: 'guides/how-to/call-the-api#report-usage', name: 'Report usage' },
  usageEvents: {
    path: 'guides/how-to/bill-by-usage-from-many-instances',
    name: 'Bill by usage from many instances',
  },

  receiveWebhooks: { path: 'guides/how-to/receive-webhooks', name: 'Receive webhooks' },
  inspectDeliveries: {
    path: 'guides/how-to/manage-webhook-endpoints#inspect-deliveries',
    name: 'Inspect and replay deliveries',
  },
} as const;

export type DocsTopic = keyof typeof docsTopics;
