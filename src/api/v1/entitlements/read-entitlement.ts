import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyReply } from 'fastify';
import { Type } from 'typebox';
import type { ApiClient } from '../../../core/clients/api-client.ts';
import { slugMaxLength } from '../../../core/identifiers.ts';
import { isRefusal } from '../../../core/refusal.ts';
import { callerOf, type GuardContext, guard } from '../../authentication/guard.ts';
import type { ApiContext } from '../../context.ts';
import { type FastPathContext, type FastPathHandler, fastPath } from '../../fast-path/fast-path.ts';
import { conditionalResponses, type FastPathOptions } from '../../fast-path/fast-path-response.ts';
import { cacheControl, contentType, isConditionTooLong, matchesEtag } from '../../http/headers.ts';
import { sendRefusal } from '../../http/problem.ts';
import { conditionalHeaders, entityTagHeaders, jsonResponse, notModified, refusals } from '../../schemas.ts';
import {
  explainedEntitlement,
  type PastEntitlementRequest,
  pastEntitlement,
} from './explained-entitlement.ts';
import { checkProduct, findSnapshot, mayRead, type SnapshotContext } from './find-snapshot.ts';
import { entitlementExample, TenantPath } from './schemas.ts';
import {
  asSnapshotKey,
  type EntitlementSnapshot,
  entitlementsPath,
  readSnapshotKey,
  snapshotKey,
} from './snapshots.ts';

const entitlementPath = `${entitlementsPath}:tenantId`;
export const entitlementScope = 'entitlements:read';

export const readEntitlementRoute =
  (
    context: GuardContext & SnapshotContext & Pick<ApiContext, 'customerCalls' | 'retention'>,
  ): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      entitlementPath,
      {
        onRequest: guard(context, entitlementScope),
        schema: {
          operationId: 'readEntitlement',
          summary: "Read a tenant's entitlement to a product",
          description:
            'A tenant that never bought the product is not an error: status and access level are `None`. Needs the ' +
            'scope `entitlements:read` and, with a token, the app role `Entitlement.Read.All`.',
          tags: ['Entitlements'],
          headers: conditionalHeaders,
          params: TenantPath,
          querystring: Type.Object({
            product: Type.String({ minLength: 1, maxLength: slugMaxLength, description: 'Product slug.' }),
            explain: Type.Optional(
              Type.Boolean({ description: 'Adds `explanation`: how the entitlement was determined.' }),
            ),
            asOf: Type.Optional(
              Type.String({
                format: 'date-time',
                description:
                  'The entitlement at this moment, which must not be in the future, nor before the history that is kept: three ' +
                  'years, unless the operator has set another time.',
              }),
            ),
          }),
          response: {
            200: jsonResponse(
              'The entitlement.',
              Type.Ref('Entitlement'),
              entitlementExample,
              entityTagHeaders,
            ),
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
      (request, reply) => {
        const { client } = callerOf(request);
        const tenantId = request.params.tenantId.toLowerCase();
        const { product, explain = false, asOf } = request.query;
        if (asOf !== undefined) {
          return sendPastEntitlement(context, reply, client, { tenantId, product, explain, asOf });
        }
        const send = (snapshot: EntitlementSnapshot | undefined): void => {
          sendEntitlement(context, reply, client, product, snapshot, explain);
        };
        const snapshot = findSnapshot(context, client, snapshotKey(product, tenantId));
        return snapshot instanceof Promise ? snapshot.then(send) : send(snapshot);
      },
    );
  };

function sendEntitlement(
  context: Pick<ApiContext, 'clock' | 'customerCalls'>,
  reply: FastifyReply,
  client: ApiClient,
  product: string,
  found: EntitlementSnapshot | undefined,
  explain: boolean,
): FastifyReply {
  const snapshot = checkProduct(found, client, product);
  if (isRefusal(snapshot)) return sendRefusal(reply, snapshot);
  context.customerCalls.record(client.workspaceId, snapshot.customer);
  const now = context.clock.now();
  if (explain) {
    return reply.header('cache-control', 'no-store').send(explainedEntitlement(snapshot.stored.facts, now));
  }
  const prepared = snapshot.answerAt(now);
  reply.header('etag', prepared.tag).header('cache-control', cacheControl);
  if (matchesEtag(reply.request.raw, prepared.tag)) return reply.code(304).send();
  return reply.header('content-type', contentType).send(prepared.at(now));
}

/** Not cached, so without an ETag. */
async function sendPastEntitlement(
  context: Pick<ApiContext, 'clock' | 'database' | 'retention'>,
  reply: FastifyReply,
  client: ApiClient,
  question: PastEntitlementRequest,
): Promise<FastifyReply> {
  const past = await pastEntitlement(context, client, question);
  if (isRefusal(past)) return sendRefusal(reply, past);
  return reply.header('cache-control', 'no-store').send(past);
}

/** For a cached caller; the entitlement itself may be a cache miss. */
export function entitlementFastPath(
  context: FastPathContext & SnapshotContext & Pick<ApiContext, 'customerCalls'>,
  options: FastPathOptions,
): FastPathHandler {
  const { notModified: unchanged, full } = conditionalResponses(entitlementPath, options);
  const { clock, customerCalls, snapshots } = context;
  return fastPath<EntitlementSnapshot>(context, {
    match: (request) =>
      request.method === 'GET' &&
      request.url?.startsWith(entitlementsPath) === true &&
      !isConditionTooLong(request),
    find({ request, accepted }) {
      const { client } = accepted.caller;
      const key = asSnapshotKey(request.url ?? '');
      const cached = snapshots.peek(client.workspaceId, key);
      if (cached) return mayRead(client, cached.stored) ? cached : undefined;
      return readSnapshotKey(key) ? null : undefined;
    },
    load({ request, accepted }, done) {
      const { client } = accepted.caller;
      const load = async () => findSnapshot(context, client, asSnapshotKey(request.url ?? ''));
      load()
        .then((found) => done(found && mayRead(client, found.stored) ? found : undefined, clock.now()))
        .catch(() => done(undefined, clock.now()));
    },
    send(exchange, decision, found, at) {
      customerCalls.record(found.workspaceId, found.customer);
      const prepared = found.answerAt(at);
      const { tag } = prepared;
      if (matchesEtag(exchange.request, tag)) unchanged.send(exchange, decision, [tag]);
      else full.send(exchange, decision, [tag, prepared.contentLength], prepared.bodyAt(at));
    },
  });
}
