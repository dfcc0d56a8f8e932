import { Type } from 'typebox';
import { isRefusal } from '../../../core/refusal.ts';
import { loadEntitlementsOfTenant } from '../../../storage/entitlements/entitlement-sets.ts';
import { listCustomerMemberViews } from '../../../storage/subscriptions/customer-member-list.ts';
import { listSubscriptionViews } from '../../../storage/subscriptions/subscription-list.ts';
import { listSisterTenants, listTenantMoments } from '../../../storage/subscriptions/tenant-views.ts';
import { answer, anySlug } from '../../schemas.ts';
import { afterText, pageAnswer, pageQuery, readAfter, readPage } from '../paging.ts';
import { adminRoutes } from '../routes.ts';
import { readCustomer } from './customer-view.ts';
import { momentCursor, readMomentCursor } from './moment-cursor.ts';
import { summaryOf } from './subscription-view.ts';
import {
  holdingOf,
  maxOnPage,
  momentExample,
  Tenant,
  TenantMoment,
  tenantExample,
  tenantsPath,
} from './tenant-view.ts';

export const readTenantRoutes = adminRoutes((routes, context) => {
  const { database } = context;
  routes.schemas(Tenant, TenantMoment);

  routes.get(`${tenantsPath}/:tenantId`, {
    access: 'read',
    operationId: 'readTenant',
    summary: 'Read a tenant with its organisation, subscriptions and members',
    tags: ['Customers'],
    answers: { 200: answer('The tenant.', Type.Ref('Tenant'), tenantExample) },
    handle: async ({ workspaceId, params }) => {
      const tenantId = params.tenantId.toLowerCase();
      const customer = await readCustomer(database, workspaceId, tenantId);
      if (isRefusal(customer)) return customer;
      const question = { tenantId, limit: maxOnPage };
      const [otherTenants, held, subscriptions, members] = await Promise.all([
        listSisterTenants(database, workspaceId, tenantId, maxOnPage),
        loadEntitlementsOfTenant(database, workspaceId, tenantId),
        listSubscriptionViews(database, workspaceId, question),
        listCustomerMemberViews(database, workspaceId, tenantId, { limit: maxOnPage }),
      ]);
      const now = context.clock.now();
      return {
        ...customer,
        otherTenants,
        products: held.map((entitlement) => holdingOf(entitlement, now)),
        subscriptions: subscriptions.map((record) => summaryOf(record, now)),
        members,
      };
    },
  });

  routes.get(`${tenantsPath}/:tenantId/history`, {
    access: 'read',
    operationId: 'listTenantHistory',
    summary: 'List the changes of a tenant’s subscriptions',
    description: 'For a time line: time, move, actor and reason of each change.',
    tags: ['Customers'],
    querystring: Type.Object({
      ...pageQuery,
      after: afterText(100),
      product: Type.Optional(anySlug("A product's slug.")),
    }),
    answers: { 200: pageAnswer('Changes, newest first.', Type.Ref('TenantMoment'), momentExample) },
    handle: async ({ workspaceId, params, query }) => {
      const after = readAfter(query.after, readMomentCursor);
      if (isRefusal(after)) return after;
      const { tenantId } = params;
      const { product } = query;
      const customer = await readCustomer(database, workspaceId, tenantId);
      if (isRefusal(customer)) return customer;
      return readPage(
        query,
        (limit) => listTenantMoments(database, workspaceId, tenantId, { product, after, limit }),
        momentCursor,
        (moment) => moment,
      );
    },
  });
});
