import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { meterIn } from '../../../core/catalogue/meter-switch.ts';
import type { ApiClient } from '../../../core/clients/api-client.ts';
import { accessAt } from '../../../core/entitlements/in-force.ts';
import { slugMaxLength } from '../../../core/identifiers.ts';
import { readQuantity } from '../../../core/quantity.ts';
import { isRefusal, type Refusal } from '../../../core/refusal.ts';
import { meterOfDimension } from '../../../core/usage/meter-mapping.ts';
import { periodOf, termsOf } from '../../../core/usage/period.ts';
import { type QuantitySum, quantitySumToText } from '../../../core/usage/quantity-sum.ts';
import { remainingUse } from '../../../core/usage/remaining.ts';
import { usageHourOf } from '../../../core/usage/window.ts';
import { loadDimensionNames } from '../../../storage/usage/dimension-names.ts';
import { loadHistories } from '../../../storage/usage/histories.ts';
import { loadPeriodUse } from '../../../storage/usage/period-use.ts';
import { callerOf, guard } from '../../authentication/guard.ts';
import { sendTagged } from '../../conditional.ts';
import type { ApiContext } from '../../context.ts';
import { sendRefusal } from '../../problem.ts';
import { answer, conditionalHeaders, entityTagHeaders, notModified, refusals } from '../../schemas.ts';
import { checkProduct, findSnapshot } from '../entitlements/find-snapshot.ts';
import { TenantPath } from '../entitlements/schemas.ts';
import { snapshotKey } from '../entitlements/snapshot-key.ts';
import { tenantUsageExample } from './tenant-usage-schema.ts';

export const readUsageRoute =
  (context: ApiContext): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      '/api/v1/entitlements/:tenantId/usage',
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
        const usage = await readUsage(context, client, { tenantId, product: request.query.product });
        return isRefusal(usage) ? sendRefusal(reply, usage) : sendTagged(reply, JSON.stringify(usage));
      },
    );
  };

async function readUsage(
  context: ApiContext,
  client: ApiClient,
  question: { readonly tenantId: string; readonly product: string },
): Promise<object | Refusal> {
  const { database, usageFacts } = context;
  const { workspaceId } = client;
  const { tenantId, product } = question;
  const found = await findSnapshot(context, client, snapshotKey(product, tenantId));
  const snapshot = checkProduct(found, client, product);
  if (isRefusal(snapshot)) return snapshot;
  const now = context.clock.now();
  const inForce = new Set(
    accessAt(snapshot.stored.facts, now).inForce.map(({ subscription }) => subscription.subscriptionId),
  );
  const [candidates = []] = await usageFacts.candidates(database, workspaceId, [question]);
  const metered = candidates.filter(({ subscription }) => inForce.has(subscription.subscriptionId));
  const histories = await loadHistories(database, workspaceId, [
    ...new Set(metered.map(({ subscription }) => subscription.subscriptionId)),
  ]);
  const names = await loadDimensionNames(database, workspaceId, [
    ...new Set(metered.map(({ subscription }) => subscription.planId)),
  ]);
  const present = usageHourOf(now);
  const asked = metered.flatMap((candidate) => {
    const { subscriptionId, planId } = candidate.subscription;
    const terms = termsOf(histories.get(subscriptionId) ?? []);
    if (terms.length === 0) return [];
    const plan = candidate.plan.slug;
    return names.flatMap(({ dimension, name, unit, planId: itsPlan }) => {
      const mapping = candidate.mappings.find(({ dimensions }) => dimensions.includes(dimension));
      // A plan that changed between two reads names dimensions that the cached one does not have.
      if (itsPlan !== planId || !mapping) return [];
      const { intake, aggregation, included } = meterIn(meterOfDimension(mapping, dimension), present);
      const period = periodOf(terms, included?.per ?? 'Month', present);
      return [{ subscriptionId, plan, dimension, name, unit, intake, aggregation, included, ...period }];
    });
  });
  const uses = await loadPeriodUse(database, workspaceId, asked, now);
  const dimensions = asked.map(({ start, end, included, ...meter }, index) => {
    const quantity = included && BigInt(Number(readQuantity(included.quantity)));
    const use = uses[index] ?? { used: 0n, reported: 0n, accepted: 0n };
    const remaining = remainingUse({ ...use, included: quantity });
    return {
      ...meter,
      period: { start, end },
      used: numberOf(remaining.used),
      included: included?.quantity ?? null,
      remaining: remaining.remaining === null ? null : numberOf(remaining.remaining),
      overage: numberOf(remaining.overage),
      pending: numberOf(remaining.pending),
      reported: numberOf(remaining.reported),
      accepted: numberOf(remaining.accepted),
    };
  });
  return { tenantId, product, dimensions };
}

function numberOf(sum: QuantitySum): number {
  return Number(quantitySumToText(sum));
}
