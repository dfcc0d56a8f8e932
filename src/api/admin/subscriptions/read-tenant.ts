import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { refuseInvalid, refuseUnknown } from '../../../core/refusal.ts';
import { loadEntitlementsHeld } from '../../../storage/entitlements/entitlements.ts';
import { findCustomerView, listCustomerMemberViews } from '../../../storage/subscriptions/customer-views.ts';
import { listSubscriptionViews } from '../../../storage/subscriptions/subscription-views.ts';
import { listSisterTenants, listTenantMoments } from '../../../storage/subscriptions/tenant-views.ts';
import type { ApiContext } from '../../context.ts';
import { sendRefusal } from '../../problem.ts';
import { answer, anySlug } from '../../schemas.ts';
import { memberOf } from '../access.ts';
import { pageAnswer, pageOf, pageQuery, readLimit } from '../paging.ts';
import { readRefusals, workspacePath } from '../schemas.ts';
import { momentCursor, readMomentCursor } from './moment-cursor.ts';
import { summaryOf } from './subscription-view.ts';
import {
  holdingOf,
  momentExample,
  mostOnPage,
  Tenant,
  TenantMoment,
  tenantExample,
  tenantsPath,
} from './tenant-view.ts';

export const readTenantRoutes =
  (context: ApiContext): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { database } = context;
    app.addSchema(Tenant);
    app.addSchema(TenantMoment);

    app.get(
      `${tenantsPath}/:tenantId`,
      {
        config: { access: 'read' },
        schema: {
          operationId: 'readTenant',
          summary: 'A tenant, with whose it is, what it holds and who is in it',
          tags: ['Customers'],
          params: workspacePath('tenantId'),
          response: { 200: answer('The tenant.', Type.Ref('Tenant'), tenantExample), ...readRefusals() },
        },
      },
      async (request, reply) => {
        const { workspaceId } = memberOf(request);
        const tenantId = request.params.tenantId.toLowerCase();
        const customer = await findCustomerView(database, workspaceId, tenantId);
        if (!customer) return sendRefusal(reply, refuseUnknown('tenantId', 'customer'));
        const question = { tenantId, limit: mostOnPage };
        const [otherTenants, held, subscriptions, members] = await Promise.all([
          listSisterTenants(database, workspaceId, tenantId, mostOnPage),
          loadEntitlementsHeld(database, workspaceId, tenantId),
          listSubscriptionViews(database, workspaceId, question),
          listCustomerMemberViews(database, workspaceId, tenantId, question),
        ]);
        const now = context.clock.now();
        return reply.send({
          ...customer,
          otherTenants,
          products: held.map((entitlement) => holdingOf(entitlement, now)),
          subscriptions: subscriptions.map((record) => summaryOf(record, now)),
          members,
        });
      },
    );

    app.get(
      `${tenantsPath}/:tenantId/history`,
      {
        config: { access: 'read' },
        schema: {
          operationId: 'listTenantHistory',
          summary: 'Every step of a tenant’s subscriptions',
          description: 'For a time line: when what a tenant holds has changed, how, by whom and why.',
          tags: ['Customers'],
          params: workspacePath('tenantId'),
          querystring: Type.Object({
            ...pageQuery,
            after: Type.Optional(
              Type.String({ maxLength: 100, description: 'The `next` of the page before.' }),
            ),
            product: Type.Optional(anySlug("A product's slug.")),
          }),
          response: {
            200: pageAnswer('Steps, the newest first.', Type.Ref('TenantMoment'), momentExample),
            ...readRefusals(),
          },
        },
      },
      async (request, reply) => {
        const { limit, toRead } = readLimit(request.query);
        const { product, after } = request.query;
        const key = after === undefined ? undefined : readMomentCursor(after);
        if (after !== undefined && !key) {
          const message = 'must be the next of another page';
          return sendRefusal(reply, refuseInvalid([{ path: 'after', rule: 'cursor', message }]));
        }
        const { workspaceId } = memberOf(request);
        const { tenantId } = request.params;
        if (!(await findCustomerView(database, workspaceId, tenantId))) {
          return sendRefusal(reply, refuseUnknown('tenantId', 'customer'));
        }
        const question = { product, after: key, limit: toRead };
        const moments = await listTenantMoments(database, workspaceId, tenantId, question);
        return pageOf(moments, limit, momentCursor, (moment) => moment);
      },
    );
  };
