import type { FastifyInstance } from 'fastify';
import { documentText, withAddresses } from '../documents/api-documents.ts';
import { compressResponses } from '../http/compress-responses.ts';
import { guardAdministration } from './access.ts';
import type { AdminContext } from './admin-context.ts';
import { catalogueRoutes } from './catalogue/routes.ts';
import { clientActivityRoute } from './clients/activity.ts';
import { ApiClient, changeApiClientRoutes, readApiClientRoutes } from './clients/api-clients.ts';
import { applicationCredentialRoutes } from './clients/application-credentials.ts';
import { apiKeyRoutes, serviceAccountKeyRoutes } from './clients/keys.ts';
import { ClientRequest, clientRequestRoutes } from './clients/requests.ts';
import { serviceAccountRoutes } from './clients/service-accounts.ts';
import { type AdminDocument, describeAdminApi } from './document.ts';
import { FileActorView, LicenceFileView } from './entitlements/licence-file-view.ts';
import { licenceFileRoutes } from './entitlements/licence-files.ts';
import { signingKeyRoutes } from './entitlements/signing-keys.ts';
import { marketplaceRequestRoute } from './marketplace/requests.ts';
import { marketplaceRoutes } from './marketplace/routes.ts';
import { gettingStartedRoute } from './overview/getting-started.ts';
import { overviewRoute } from './overview/overview.ts';
import { searchRoute } from './overview/search.ts';
import { personalDataRoutes } from './privacy/personal-data.ts';
import type { AdminRoutes } from './routes.ts';
import { customersAtRiskRoute } from './subscriptions/at-risk.ts';
import { changeCustomerRoutes } from './subscriptions/change-customers.ts';
import { CustomerMember, listCustomerRoutes, readCustomerRoutes } from './subscriptions/customers.ts';
import { inspectTenantRoutes } from './subscriptions/inspect-tenant.ts';
import { listSubscriptionRoutes } from './subscriptions/list-subscriptions.ts';
import { seatRoutes } from './subscriptions/seats.ts';
import { SubscriptionDetail, SubscriptionSummary } from './subscriptions/subscription-view.ts';
import { subscriptionRoutes } from './subscriptions/subscriptions.ts';
import { readTenantRoutes } from './subscriptions/tenants.ts';
import { usageByDayRoutes } from './usage/by-day.ts';
import { changeUsageReportRoutes } from './usage/change-reports.ts';
import { usageDriftRoute } from './usage/drifts.ts';
import { usageFigureRoutes } from './usage/figures.ts';
import { hourEventRoutes } from './usage/hour-events.ts';
import { meterHourRoutes } from './usage/meter-hours.ts';
import { usageMeterRoute } from './usage/meters.ts';
import { readUsageReportRoutes } from './usage/read-reports.ts';
import { UsageReport } from './usage/report-view.ts';
import { usageFileRoutes } from './usage/usage-files.ts';
import { usageLimitRoutes } from './usage/usage-limits.ts';
import { webhookRoutes } from './webhooks/routes.ts';
import { auditLogFileRoutes, auditLogRoute } from './workspaces/audit-log.ts';
import { AuditEntry } from './workspaces/audit-log-view.ts';
import { inboxRoutes } from './workspaces/inbox.ts';
import { mailPreferenceRoutes } from './workspaces/mail-preferences.ts';
import { meRoutes } from './workspaces/me.ts';
import { memberSessionRoutes } from './workspaces/member-sessions.ts';
import { memberRoutes } from './workspaces/members.ts';
import { sessionRoutes } from './workspaces/sessions.ts';
import { settingsRoutes } from './workspaces/settings.ts';
import { signInRoutes } from './workspaces/sign-in.ts';

/** Forms are small; checking a megabyte of wrong values would block the event loop. */
const adminBodyLimitBytes = 256 * 1024;

const sharedSchemas = [
  ApiClient,
  ClientRequest,
  AuditEntry,
  FileActorView,
  LicenceFileView,
  CustomerMember,
  SubscriptionSummary,
  SubscriptionDetail,
  UsageReport,
];

/** In the order of the document. */
const areas: readonly AdminRoutes[] = [
  signInRoutes,
  meRoutes,
  sessionRoutes,
  mailPreferenceRoutes,
  overviewRoute,
  gettingStartedRoute,
  searchRoute,
  memberRoutes,
  memberSessionRoutes,
  serviceAccountRoutes,
  serviceAccountKeyRoutes,
  auditLogRoute,
  auditLogFileRoutes,
  settingsRoutes,
  signingKeyRoutes,
  inboxRoutes,
  listSubscriptionRoutes,
  subscriptionRoutes,
  marketplaceRequestRoute,
  seatRoutes,
  readCustomerRoutes,
  listCustomerRoutes,
  changeCustomerRoutes,
  customersAtRiskRoute,
  personalDataRoutes,
  readTenantRoutes,
  inspectTenantRoutes,
  readUsageReportRoutes,
  changeUsageReportRoutes,
  usageFigureRoutes,
  usageByDayRoutes,
  usageMeterRoute,
  usageLimitRoutes,
  meterHourRoutes,
  hourEventRoutes,
  usageDriftRoute,
  licenceFileRoutes,
  usageFileRoutes,
  readApiClientRoutes,
  changeApiClientRoutes,
  apiKeyRoutes,
  applicationCredentialRoutes,
  clientActivityRoute,
  clientRequestRoutes,
  webhookRoutes,
  marketplaceRoutes,
  catalogueRoutes,
];

/** The admin API: called by people in sessions and by service accounts, with an OpenAPI document of its own. */
export const adminApi =
  (context: AdminContext) =>
  async (app: FastifyInstance): Promise<void> => {
    await describeAdminApi(app);
    guardAdministration(app, context);
    compressResponses(app);
    app.addHook('onRoute', (route) => {
      route.bodyLimit ??= adminBodyLimitBytes;
    });
    const send = documentText(() =>
      withAddresses((app as FastifyInstance & AdminDocument).adminDocument(), context.publicUrl),
    );
    const document = { config: { access: 'public' }, schema: { hide: true } } as const;
    app.get('/openapi.json', document, (_request, reply) => send(reply));
    for (const schema of sharedSchemas) app.addSchema(schema);
    for (const routes of areas) routes(context)(app);
  };
