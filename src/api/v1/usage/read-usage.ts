import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { slugMaxLength } from '../../../core/identifiers.ts';
import { isRefusal } from '../../../core/refusal.ts';
import { callerOf, guard } from '../../authentication/guard.ts';
import { sendTagged } from '../../conditional.ts';
import type { ApiContext } from '../../context.ts';
import { sendRefusal } from '../../problem.ts';
import { answer, conditionalHeaders, entityTagHeaders, notModified, refusals } from '../../schemas.ts';
import { TenantPath } from '../entitlements/schemas.ts';
import { findUsage } from './find-usage.ts';
import { tenantUsageExample } from './tenant-usage-schema.ts';

export const tenantUsagePath = '/api/v1/entitlements/:tenantId/usage';

export const readUsageRoute =
  (context: ApiContext): FastifyPluginAsyncTypebox =>
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
            200: answer('The usage.', Type.Ref('TenantUsage'), tenantUsageExample, entityTagHeaders),
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
        return isRefusal(usage) ? sendRefusal(reply, usage) : sendTagged(reply, usage.body.text, usage.tag);
      },
    );
  };
