import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { accessAt } from '../../../../core/entitlements/in-force.ts';
import { slugMaxLength } from '../../../../core/identifiers.ts';
import { isRefusal, type Refusal, refuse } from '../../../../core/refusal.ts';
import { callerOf, type GuardContext, guard } from '../../../authentication/guard.ts';
import type { ApiContext } from '../../../context.ts';
import { type FastPathContext, type FastPathHandler, fastPath } from '../../../fast-path/fast-path.ts';
import { conditionalResponses, type FastPathOptions } from '../../../fast-path/fast-path-response.ts';
import { isConditionTooLong, matchesEtag, sendTagged } from '../../../http/headers.ts';
import { sendRefusal } from '../../../http/problem.ts';
import {
  conditionalHeaders,
  entityTagHeaders,
  jsonResponse,
  notModified,
  refusals,
} from '../../../schemas.ts';
import { checkProduct, findSnapshot, mayRead, type SnapshotContext } from '../find-snapshot.ts';
import { entitlementScope } from '../read-entitlement.ts';
import { TenantPath } from '../schemas.ts';
import {
  asSnapshotKey,
  type EntitlementSnapshot,
  entitlementsPath,
  readSnapshotKey,
  type SnapshotKey,
  snapshotKey,
} from '../snapshots.ts';
import { type SigningContext, signingWithKey } from './find-signing.ts';
import { signToken, type TokenResponse } from './token-response.ts';

const tokenPath = `${entitlementsPath}:tenantId/token`;
const Timestamp = Type.String({ format: 'date-time' });

const EntitlementToken = Type.Object({
  token: Type.String({
    description: 'A compact JWS. Its claims are in the reference of signed entitlements.',
  }),
  expiresAt: { ...Timestamp, description: 'The end of the token, not of the contract: `exp`.' },
  refreshAfter: { ...Timestamp, description: 'From then on the service has a token with a later end.' },
});

const example = {
  token:
    'eyJhbGciOiJFZERTQSIsImtpZCI6ImtQcktfcW14VldhWVZBOXd3QkY2SXVvM3ZWeno3VHhIQ1R3WEJ5Z3JTNGsiLCJ0eXAiOiJ0ZXNzZXJhLWVudGl0bGVtZW50K2p3dCJ9.eyJhdWQiOiJhcXVlZHVjdCJ9.c2lnbmF0dXJl',
  expiresAt: '2026-11-22T09:00:00.000Z',
  refreshAfter: '2026-11-18T21:00:00.000Z',
};

type TokenContext = SnapshotContext & SigningContext & Pick<ApiContext, 'customerCalls'>;

export const readTokenRoute =
  (context: GuardContext & TokenContext): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      tokenPath,
      {
        onRequest: guard(context, entitlementScope),
        schema: {
          operationId: 'readEntitlementToken',
          summary: "Read a tenant's entitlement as a signed token",
          description:
            'For installations that cannot always reach the service: the entitlement as a JWS that any JWT library verifies ' +
            "with the workspace's published keys. An unchanged entitlement has the same token until half its life. Needs the " +
            'scope `entitlements:read` and, with a token, the app role `Entitlement.Read.All`.',
          tags: ['Entitlements'],
          headers: conditionalHeaders,
          params: TenantPath,
          querystring: Type.Object({
            product: Type.String({ minLength: 1, maxLength: slugMaxLength, description: 'Product slug.' }),
          }),
          response: {
            200: jsonResponse('The token.', EntitlementToken, example, entityTagHeaders),
            ...notModified,
            ...refusals(
              'request.validation_failed',
              'api_client.scope_not_allowed',
              'api_client.product_not_allowed',
              'product.not_found',
              'entitlement.nothing_to_sign',
            ),
          },
        },
      },
      async (request, reply) => {
        const { client } = callerOf(request);
        const { product } = request.query;
        const key = snapshotKey(product, request.params.tenantId.toLowerCase());
        const snapshot = checkProduct(await findSnapshot(context, client, key), client, product);
        if (isRefusal(snapshot)) return sendRefusal(reply, snapshot);
        context.customerCalls.record(client.workspaceId, snapshot.customer);
        const token = await tokenOf(context, snapshot);
        if (isRefusal(token)) return sendRefusal(reply, token);
        return sendTagged(reply, token.body.text, token.tag);
      },
    );
  };

/** The token of this instant, signed once for each step. */
async function tokenOf(
  context: TokenContext,
  snapshot: EntitlementSnapshot,
): Promise<TokenResponse | Refusal> {
  const { facts } = snapshot.stored;
  // A tenant that holds nothing is no reason to make a key.
  if (accessAt(facts, context.clock.now()).accessLevel === 'None') {
    return refuse('entitlement.nothing_to_sign');
  }
  const signing = await signingWithKey(context, snapshot.workspaceId);
  if (!signing) throw new Error(`There is no workspace ${snapshot.workspaceId}`);
  const now = context.clock.now();
  if (snapshot.token?.isValidAt(now, signing)) return snapshot.token;
  const token = signToken(facts, signing, context.publicUrl, now);
  if (!token) return refuse('entitlement.nothing_to_sign');
  context.snapshots.cacheToken(snapshot, token);
  return token;
}

const part = '/token';
const query = `${part}?product=`;
const partAt = entitlementsPath.length + '00000000-0000-0000-0000-000000000000'.length;

/** The URL without its part is that of the entitlement. */
function keyOf(url = ''): SnapshotKey {
  return asSnapshotKey(url.slice(0, partAt) + url.slice(partAt + part.length));
}

/** For a cached caller; entitlement and token may be cache misses. */
export function tokenFastPath(
  context: FastPathContext & TokenContext,
  options: FastPathOptions,
): FastPathHandler {
  const { notModified: unchanged, full } = conditionalResponses(tokenPath, options);
  const { clock, customerCalls, signing, snapshots } = context;
  interface Found {
    readonly snapshot: EntitlementSnapshot;
    readonly token: TokenResponse;
  }
  return fastPath<Found>(context, {
    match: (request) =>
      request.method === 'GET' &&
      request.url?.startsWith(query, partAt) === true &&
      request.url.startsWith(entitlementsPath) &&
      !isConditionTooLong(request),
    find({ request, accepted, now }) {
      const { client } = accepted.caller;
      const key = keyOf(request.url);
      const snapshot = snapshots.peek(client.workspaceId, key);
      if (!snapshot) return readSnapshotKey(key) ? null : undefined;
      if (!mayRead(client, snapshot.stored)) return undefined;
      const { token } = snapshot;
      return token?.isValidAt(now, signing.peek(client.workspaceId)) ? { snapshot, token } : null;
    },
    load({ request, accepted }, done) {
      const { client } = accepted.caller;
      const load = async () => {
        const snapshot = await findSnapshot(context, client, keyOf(request.url));
        if (!snapshot || !mayRead(client, snapshot.stored)) return undefined;
        const token = await tokenOf(context, snapshot);
        return isRefusal(token) ? undefined : { snapshot, token };
      };
      load()
        .then((found) => done(found, clock.now()))
        .catch(() => done(undefined, clock.now()));
    },
    send(exchange, decision, { snapshot, token }) {
      customerCalls.record(snapshot.workspaceId, snapshot.customer);
      const { tag, contentLength, body } = token;
      if (matchesEtag(exchange.request, tag)) unchanged.send(exchange, decision, [tag]);
      else full.send(exchange, decision, [tag, contentLength], body);
    },
  });
}
