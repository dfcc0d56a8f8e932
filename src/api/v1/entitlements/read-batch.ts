import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import type { ApiClient } from '../../../core/clients/api-client.ts';
import {
  type BatchItem,
  batchCost,
  batchEtagMaxLength,
  maxBatchItems,
  readBatchItems,
} from '../../../core/entitlements/batch-read.ts';
import { slugMaxLength } from '../../../core/identifiers.ts';
import { isRefusal, type Refusal, refusalTable } from '../../../core/refusal.ts';
import { namesEntityTag } from '../../../core/values/entity-tag.ts';
import { callerOf, type GuardContext, guard } from '../../authentication/guard.ts';
import type { ApiContext } from '../../context.ts';
import { contentType } from '../../http/headers.ts';
import { sendRefusal } from '../../http/problem.ts';
import { bodyRefusals, itemError, jsonResponse, refusals } from '../../schemas.ts';
import { checkProduct, findSnapshots, type SnapshotContext } from './find-snapshot.ts';
import { entitlementScope } from './read-entitlement.ts';
import { entitlementExample } from './schemas.ts';
import { type EntitlementSnapshot, entitlementsPath } from './snapshots.ts';

const Item = Type.Object({
  tenantId: Type.String({ format: 'uuid', description: 'The customer tenant.' }),
  product: Type.String({ minLength: 1, maxLength: slugMaxLength, description: 'Product slug.' }),
  etag: Type.Optional(
    Type.String({ maxLength: batchEtagMaxLength, description: 'The ETag of the entitlement that you have.' }),
  ),
});

export const EntitlementBatch = Type.Object(
  {
    results: Type.Array(
      Type.Object({
        index: Type.Integer({ description: 'The position in the request.' }),
        status: Type.Integer({
          description:
            '200 with the entitlement, 304 if `etag` is still current, or the status of the error.',
        }),
        etag: Type.Optional(Type.String()),
        entitlement: Type.Optional(Type.Ref('Entitlement')),
        error: Type.Optional(itemError),
      }),
      { description: 'One for each item, in the order sent.' },
    ),
  },
  { $id: 'EntitlementBatch' },
);

export const readBatchRoute =
  (context: GuardContext & SnapshotContext & Pick<ApiContext, 'customerCalls'>): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.post(
      `${entitlementsPath}batch`,
      {
        onRequest: guard(context, entitlementScope),
        config: { refusesItems: true },
        // Items are refused one by one, so the core parses the body; the schema is only documentation.
        validatorCompiler: () => () => true,
        schema: {
          operationId: 'readEntitlements',
          summary: 'Read the entitlements of many tenants',
          description:
            'Up to 100 tenants and products. An entitlement whose ETag you send is left out while it is current. An invalid ' +
            'item has its own 400 among the results, and the others are read. Counts as one request for every ten items begun. Needs the scope `entitlements:read` and, with a token, the app role ' +
            '`Entitlement.Read.All`.',
          tags: ['Entitlements'],
          body: Type.Object({ items: Type.Array(Item, { minItems: 1, maxItems: maxBatchItems }) }),
          response: {
            200: jsonResponse('A result for each item.', Type.Ref('EntitlementBatch'), {
              results: [
                { index: 0, status: 200, etag: 'W/"Q0hBTkdFRA"', entitlement: entitlementExample },
                { index: 1, status: 304, etag: 'W/"U0FNRQ"' },
              ],
            }),
            ...refusals(...bodyRefusals, 'api_client.scope_not_allowed'),
          },
        },
      },
      async (request, reply) => {
        const { client } = callerOf(request);
        const items = readBatchItems(request.body);
        if (isRefusal(items)) return sendRefusal(reply, items);
        // The guard has counted the request itself.
        const more = batchCost(items.length) - 1;
        const limited = more > 0 ? await request.charge?.(more) : undefined;
        if (limited) return sendRefusal(reply, limited);
        const valid = items.flatMap((item) => (isRefusal(item) ? [] : [item]));
        const found = await findSnapshots(context, client, valid);
        const snapshots = new Map(valid.map((item, position) => [item, found[position]]));
        for (const [{ product }, snapshot] of snapshots) {
          if (snapshot && !isRefusal(checkProduct(snapshot, client, product))) {
            context.customerCalls.record(client.workspaceId, snapshot.customer);
          }
        }
        const now = context.clock.now();
        const results = items.map((item, index) =>
          isRefusal(item) ? refused(index, item) : resultOf(client, item, index, snapshots.get(item), now),
        );
        return reply
          .header('cache-control', 'no-store')
          .header('content-type', contentType)
          .send(`{"results":[${results.join(',')}]}`);
      },
    );
  };

/** JSON text, because the entitlement is cached as text. */
function resultOf(
  client: ApiClient,
  { product, etag }: BatchItem,
  index: number,
  found: EntitlementSnapshot | undefined,
  now: Date,
): string {
  const snapshot = checkProduct(found, client, product);
  if (isRefusal(snapshot)) return refused(index, snapshot);
  const prepared = snapshot.answerAt(now);
  const tag = JSON.stringify(prepared.tag);
  if (etag !== null && namesEntityTag(etag, prepared.tag)) {
    return `{"index":${index},"status":304,"etag":${tag}}`;
  }
  return `{"index":${index},"status":200,"etag":${tag},"entitlement":${prepared.at(now)}}`;
}

function refused(index: number, { code, args }: Refusal): string {
  const { status } = refusalTable[code];
  return JSON.stringify({ index, status, error: { code, status, args } });
}
