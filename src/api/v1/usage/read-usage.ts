import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { slugMaxLength } from '../../../core/identifiers.ts';
import { isRefusal } from '../../../core/refusal.ts';
import { callerOf, type GuardContext, guard } from '../../authentication/guard.ts';
import type { ApiContext } from '../../context.ts';
import { type FastPathContext, type FastPathHandler, fastPath } from '../../fast-path/fast-path.ts';
import {
  conditionalResponses,
  type FastPathOptions,
  type FastPathRequest,
} from '../../fast-path/fast-path-response.ts';
import { isConditionTooLong, matchesEtag, sendTagged } from '../../http/headers.ts';
import { sendRefusal } from '../../http/problem.ts';
import { conditionalHeaders, entityTagHeaders, jsonResponse, notModified, refusals } from '../../schemas.ts';
import { mayRead } from '../entitlements/find-snapshot.ts';
import { TenantPath } from '../entitlements/schemas.ts';
import { entitlementsPath } from '../entitlements/snapshots.ts';
import { findUsage, type UsageContext } from './find-usage.ts';
import type { UsageResponse } from './tenant-usage.ts';
import { tenantUsageExample } from './tenant-usage-schema.ts';

const tenantUsagePath = '/api/v1/entitlements/:tenantId/usage';

export const readUsageRoute =
  (context: GuardContext & UsageContext & Pick<ApiContext, 'customerCalls'>): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      tenantUsagePath,
      {
        onRequest: guard(context, 'entitlements:read'),
        schema: {
          operationId: 'readTenantUsage',
          summary: "Read a tenant's usage in the present period",
          description:
            'What was used, is included and is left, for each dimension of the plans in force. Needs the scope ' +
            '`entitlements:read` and, with a token, the app role `Entitlement.Read.All`.',
          tags: ['Metered usage'],
          headers: conditionalHeaders,
          params: TenantPath,
          querystring: Type.Object({
            product: Type.String({ minLength: 1, maxLength: slugMaxLength, description: 'Product slug.' }),
          }),
          response: {
            200: jsonResponse('The usage.', Type.Ref('TenantUsage'), tenantUsageExample, entityTagHeaders),
            ...notModified,
            ...refusals(
              'request.validation_failed',
              'api_client.scope_not_allowed',
              'api_client.product_not_allowed',
              'product.not_found',
            ),
          },
        },
      },
      async (request, reply) => {
        const { client } = callerOf(request);
        const tenantId = request.params.tenantId.toLowerCase();
        const usage = await findUsage(context, client, { tenantId, product: request.query.product });
        if (isRefusal(usage)) return sendRefusal(reply, usage);
        context.customerCalls.record(client.workspaceId, usage.customer);
        return sendTagged(reply, usage.body.text, usage.tag);
      },
    );
  };

const usagePart = '/usage?product=';
const usagePartAt = entitlementsPath.length + '00000000-0000-0000-0000-000000000000'.length;

/** For a cached caller and a cached response. */
export function usageFastPath(
  context: FastPathContext & Pick<ApiContext, 'customerCalls' | 'tenantUsages'>,
  options: FastPathOptions,
): FastPathHandler {
  const { notModified: unchanged, full } = conditionalResponses(tenantUsagePath, options);
  const { clock, customerCalls, tenantUsages } = context;
  const find = ({ request, accepted }: FastPathRequest, now: Date): UsageResponse | undefined => {
    const { client } = accepted.caller;
    const usage = tenantUsages.peek(client.workspaceId, request.url ?? '', now);
    return usage && mayRead(client, usage.stored) ? usage : undefined;
  };
  return fastPath<UsageResponse>(context, {
    match: (request) =>
      request.method === 'GET' &&
      request.url?.startsWith(usagePart, usagePartAt) === true &&
      !isConditionTooLong(request),
    find: (exchange) => find(exchange, exchange.now),
    load(exchange, done) {
      const at = clock.now();
      done(find(exchange, at), at);
    },
    send(exchange, decision, { customer, tag, contentLength, body }) {
      customerCalls.record(exchange.accepted.caller.client.workspaceId, customer);
      if (matchesEtag(exchange.request, tag)) unchanged.send(exchange, decision, [tag]);
      else full.send(exchange, decision, [tag, contentLength], body);
    },
  });
}
