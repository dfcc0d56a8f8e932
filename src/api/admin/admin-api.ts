import type { FastifyInstance } from 'fastify';
import type { ApiContext } from '../context.ts';
import { guardAdministration } from './access.ts';
import { catalogueRoutes } from './catalogue/catalogue.ts';
import { clientActivityRoute } from './clients/activity.ts';
import { ApiClient } from './clients/api-client-view.ts';
import { apiKeyRoutes } from './clients/api-keys.ts';
import { applicationCredentialRoutes } from './clients/application-credentials.ts';
import { changeApiClientRoutes } from './clients/change-api-client.ts';
import { readApiClientRoutes } from './clients/read-api-clients.ts';
import { type AdminDocument, describeAdminApi } from './document.ts';
import { marketplaceRoutes } from './marketplace/marketplace.ts';
import { marketplaceRequestRoute } from './marketplace/requests.ts';
import { overviewRoute } from './overview/overview.ts';
import { searchRoute } from './overview/search.ts';
import { personalDataRoutes } from './privacy/personal-data.ts';
import { changeCustomerRoutes } from './subscriptions/change-customers.ts';
import { CustomerMember } from './subscriptions/customer-view.ts';
import { inspectTenantRoutes } from './subscriptions/inspect-tenant.ts';
import { readCustomerRoutes } from './subscriptions/read-customers.ts';
import { readTenantRoutes } from './subscriptions/read-tenant.ts';
import { seatRoutes } from './subscriptions/seats.ts';
import { SubscriptionDetail, SubscriptionSummary } from './subscriptions/subscription-view.ts';
import { subscriptionRoutes } from './subscriptions/subscriptions.ts';
import { changeUsageReportRoutes } from './usage/change-reports.ts';
import { usageDriftRoute } from './usage/drifts.ts';
import { usageFigureRoutes } from './usage/figures.ts';
import { readUsageReportRoutes } from './usage/read-reports.ts';
import { UsageReport } from './usage/report-view.ts';
import { webhookRoutes } from './webhooks/webhooks.ts';
import { auditLogRoute } from './workspaces/audit-log.ts';
import { auditLogFileRoutes } from './workspaces/audit-log-file.ts';
import { AuditEntry } from './workspaces/audit-log-view.ts';
import { inboxRoutes } from './workspaces/inbox.ts';
import { meRoutes } from './workspaces/me.ts';
import { memberSessionRoutes } from './workspaces/member-sessions.ts';
import { memberRoutes } from './workspaces/members.ts';
import { sessionRoutes } from './workspaces/sessions.ts';
import { settingsRoutes } from './workspaces/settings.ts';
import { signInRoutes } from './workspaces/sign-in.ts';

/** Forms are small; checking a megabyte of wrong values would block the event loop. */
const adminBodyLimitBytes = 256 * 1024;

/** What the portal calls: by people, in sessions, with a document of its own. */
export const adminApi =
  (context: ApiContext) =>
  async (app: FastifyInstance): Promise<void> => {
    await describeAdminApi(app);
    guardAdministration(app, context);
    app.addHook('onRoute', (route) => {
      route.bodyLimit ??= adminBodyLimitBytes;
    });
    app.get('/openapi.json', { config: { access: 'public' }, schema: { hide: true } }, async () => ({
      ...(app as FastifyInstance & AdminDocument).adminDocument(),
      servers: [{ url: context.publicUrl }],
    }));
    app.addSchema(ApiClient);
    app.addSchema(AuditEntry);
    app.addSchema(CustomerMember);
    app.addSchema(SubscriptionSummary);
    app.addSchema(SubscriptionDetail);
    app.addSchema(UsageReport);
    await app.register(signInRoutes(context));
    await app.register(meRoutes(context));
    await app.register(sessionRoutes(context));
    await app.register(overviewRoute(context));
    await app.register(searchRoute(context));
    await app.register(memberRoutes(context));
    await app.register(memberSessionRoutes(context));
    await app.register(auditLogRoute(context));
    await app.register(auditLogFileRoutes(context));
    await app.register(settingsRoutes(context));
    await app.register(inboxRoutes(context));
    await app.register(subscriptionRoutes(context));
    await app.register(marketplaceRequestRoute(context));
    await app.register(seatRoutes(context));
    await app.register(readCustomerRoutes(context));
    await app.register(changeCustomerRoutes(context));
    await app.register(personalDataRoutes(context));
    await app.register(readTenantRoutes(context));
    await app.register(inspectTenantRoutes(context));
    await app.register(readUsageReportRoutes(context));
    await app.register(changeUsageReportRoutes(context));
    await app.register(usageFigureRoutes(context));
    await app.register(usageDriftRoute(context));
    await app.register(readApiClientRoutes(context));
    await app.register(changeApiClientRoutes(context));
    await app.register(apiKeyRoutes(context));
    await app.register(applicationCredentialRoutes(context));
    await app.register(clientActivityRoute(context));
    await app.register(webhookRoutes(context));
    await app.register(marketplaceRoutes(context));
    await app.register(catalogueRoutes(context));
  };
