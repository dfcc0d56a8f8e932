import { Type } from 'typebox';
import {
  addMarketplaceConnection,
  changeMarketplaceConnection,
  removeMarketplaceConnection,
} from '../../../actions/marketplace/connections.ts';
import { requestReconciliation } from '../../../actions/marketplace/reconciliation.ts';
import { defaultKind, marketplaceKinds } from '../../../core/catalogue/marketplace-kind.ts';
import { defaultAuthUrl, defaultMarketplaceUrl } from '../../../core/marketplace/connections/kinds.ts';
import { isRefusal, refuseInvalid } from '../../../core/refusal.ts';
import { instantOf } from '../../../core/values/timestamp.ts';
import {
  connectionOrder,
  listConnectionViews,
  loadConnectionTotal,
} from '../../../storage/marketplace/connection-views.ts';
import { refuseRateLimited } from '../../authentication/rate-limit.ts';
import { jsonResponse, nameText, oneOf } from '../../schemas.ts';
import { countedPageResponse } from '../paging.ts';
import { revisionHeaders } from '../response.ts';
import { adminRoutes } from '../routes.ts';
import { described, noContent, nullable, uuid } from '../schemas.ts';
import { readSortedPage, sortedQuery } from '../sorted-list.ts';
import {
  CredentialBody,
  connectionExample,
  connectionResponse,
  connectionsPath,
  connectionView,
  findConnection,
  MarketplaceConnection,
  theConnection,
} from './connection-view.ts';
import { isOfSeller, otherCredential, readConnectionBody } from './read-connection.ts';
import { changeSeller, connectSeller } from './seller-connections.ts';
import { SellerCredentialBody, sellerMembers } from './seller-view.ts';

/** Each reads the whole list of the publisher's subscriptions. */
const reconciliationsPerMinute = 6;

export const readConnectionRoutes = adminRoutes('Marketplace', (routes, context) => {
  routes.get(connectionsPath, {
    access: 'read',
    operationId: 'listMarketplaceConnections',
    summary: 'List marketplace connections',
    querystring: Type.Object(sortedQuery(connectionOrder)),
    responses: {
      200: countedPageResponse('Connections.', Type.Ref('MarketplaceConnection'), connectionExample),
    },
    handle: ({ workspaceId, query }) =>
      readSortedPage(query, {
        order: connectionOrder,
        read: (page) => listConnectionViews(context.database, workspaceId, page),
        count: () => loadConnectionTotal(context.database, workspaceId),
        viewOf: (one) => connectionView(one, context),
      }),
  });

  routes.get(`${connectionsPath}/:connectionId`, {
    access: 'read',
    operationId: 'readMarketplaceConnection',
    summary: 'Read a marketplace connection',
    responses: { 200: theConnection },
    handle: async ({ workspaceId, params }) =>
      connectionResponse(context, await findConnection(context.database, workspaceId, params.connectionId)),
  });
});

const address = (usual: string) =>
  Type.String({
    maxLength: 2_000,
    description: `Default: ${usual}. Must be \`https\` on the public internet.`,
  });

const entered = {
  tenantId: uuid,
  clientId: Type.String({ format: 'uuid', description: "The application's id." }),
  credential: Type.Union([...CredentialBody.anyOf, ...SellerCredentialBody.anyOf], {
    description:
      "The application's secret, or a certificate with its private key; for an account of a seller, an access key, or " +
      "the node's own credential.",
  }),
  credentialEndsAt: described(
    nullable.writtenInstant,
    'The expiry of the credential; read from a certificate. Support gets notices before it.',
  ),
  authUrl: address(defaultAuthUrl),
  marketplaceUrl: address(defaultMarketplaceUrl),
  acceptsUnsignedCalls: Type.Boolean({
    description:
      'For development, with an emulator that sends no valid token: notifications are accepted without the ' +
      "marketplace's token. Refused, and without effect, unless `PUBLIC_URL` is a loopback address.",
  }),
};

const readEnd = (text: string | null) => (text === null ? null : instantOf(text));

export const changeConnectionRoutes = adminRoutes('Marketplace', (routes, context) => {
  routes.post(connectionsPath, {
    access: 'change:settings',
    operationId: 'connectMarketplace',
    summary: 'Connect a publisher account',
    description: 'One for each source name of the marketplace mappings.',
    body: Type.Object({
      kind: Type.Optional({
        ...oneOf(marketplaceKinds),
        description: `The marketplace; default: ${defaultKind}. It never changes.`,
      }),
      sourceName: nameText(100),
      tenantId: Type.Optional(entered.tenantId),
      clientId: Type.Optional(entered.clientId),
      credential: entered.credential,
      credentialEndsAt: Type.Optional(entered.credentialEndsAt),
      authUrl: Type.Optional(entered.authUrl),
      marketplaceUrl: Type.Optional(entered.marketplaceUrl),
      acceptsUnsignedCalls: Type.Optional(entered.acceptsUnsignedCalls),
      sellerAccount: Type.Optional(sellerMembers.sellerAccount),
      region: Type.Optional(sellerMembers.region),
      roleArn: Type.Optional(sellerMembers.roleArn),
      endpointUrl: Type.Optional(sellerMembers.endpointUrl),
      sendZeros: Type.Optional(sellerMembers.sendZeros),
    }),
    responses: {
      201: jsonResponse(
        'The connection.',
        Type.Object({
          ...MarketplaceConnection.properties,
          eventSecret: Type.Optional(
            Type.String({ description: 'Of an account of a seller. It is shown here and never again.' }),
          ),
        }),
        connectionExample,
        revisionHeaders,
      ),
    },
    refusals: ['marketplace.source_connected', 'workspace.limit_reached'],
    handle: async ({ action, workspaceId, body }) => {
      const read = readConnectionBody(body);
      if (isRefusal(read)) return read;
      if (read.account === 'seller') return connectSeller(context, action, workspaceId, read);
      const { sourceName, tenantId, clientId, credential, credentialEndsAt = null } = read.body;
      const { authUrl = defaultAuthUrl, marketplaceUrl = defaultMarketplaceUrl } = body;
      const { acceptsUnsignedCalls = false } = body;
      const endsAt = readEnd(credentialEndsAt);
      return connectionResponse(
        context,
        await addMarketplaceConnection(
          action,
          workspaceId,
          {
            sourceName,
            tenantId,
            clientId,
            credentialEndsAt: endsAt,
            authUrl,
            marketplaceUrl,
            acceptsUnsignedCalls,
          },
          credential,
          context,
        ),
      );
    },
  });

  routes.patch(`${connectionsPath}/:connectionId`, {
    access: 'change:settings',
    operationId: 'changeMarketplaceConnection',
    summary: 'Change a marketplace connection, or replace its credential',
    description:
      'Omitted members stay unchanged, the credential too; a new credential does not inherit the expiry of the old one. ' +
      'A change of `authUrl`, `marketplaceUrl`, `tenantId` or `clientId` requires the credential again.',
    isEdit: true,
    body: Type.Partial(Type.Object({ ...entered, ...sellerMembers })),
    responses: { 200: theConnection },
    handle: async ({ action, workspaceId, params, body, revision }) => {
      const found = await findConnection(context.database, workspaceId, params.connectionId);
      if (isRefusal(found)) return found;
      const key = { workspaceId, connectionId: params.connectionId };
      if (found.seller) return changeSeller(context, action, key, body, revision);
      const { tenantId, clientId, credential, credentialEndsAt, authUrl, marketplaceUrl } = body;
      if (credential && isOfSeller(credential)) return refuseInvalid([otherCredential]);
      const { acceptsUnsignedCalls } = body;
      return connectionResponse(
        context,
        await changeMarketplaceConnection(
          action,
          key,
          {
            ...(tenantId !== undefined && { tenantId }),
            ...(clientId !== undefined && { clientId }),
            ...(credential !== undefined && { credential }),
            ...(credentialEndsAt !== undefined && { credentialEndsAt: readEnd(credentialEndsAt) }),
            ...(authUrl !== undefined && { authUrl }),
            ...(marketplaceUrl !== undefined && { marketplaceUrl }),
            ...(acceptsUnsignedCalls !== undefined && { acceptsUnsignedCalls }),
          },
          context,
          revision,
        ),
      );
    },
  });

  routes.delete(`${connectionsPath}/:connectionId`, {
    access: 'change:settings',
    operationId: 'removeMarketplaceConnection',
    summary: 'Remove a marketplace connection',
    description:
      'Refused while notifications or usage need the connection. The subscriptions stay, but are no longer aligned with the ' +
      'marketplace. A new connection of the source has other URLs.',
    responses: noContent('Removed, with its credential.'),
    refusals: ['marketplace.connection_in_use'],
    handle: ({ action, workspaceId, params }) =>
      removeMarketplaceConnection(action, { workspaceId, connectionId: params.connectionId }),
  });

  routes.post(`${connectionsPath}/:connectionId/reconcile`, {
    access: 'change:subscriptions',
    operationId: 'reconcileMarketplace',
    summary: 'Compare the subscriptions with the marketplace now',
    description:
      'Starts within seconds, at most six times a minute for a connection. `reconciliation` of the connection has the ' +
      'progress; the inbox lists the repairs.',
    responses: {
      202: jsonResponse(
        'Requested.',
        Type.Ref('MarketplaceConnection'),
        {
          ...connectionExample,
          reconciliation: { ...connectionExample.reconciliation, state: 'Asked' },
        },
        revisionHeaders,
      ),
    },
    handle: async ({ action, workspaceId, params }) => {
      const { connectionId } = params;
      const found = await findConnection(context.database, workspaceId, connectionId);
      if (isRefusal(found)) return found;
      const decision = await context.rateLimiter.take(`reconcile:${connectionId}`, reconciliationsPerMinute);
      if (!decision.allowed) return refuseRateLimited(decision);
      await requestReconciliation(action, workspaceId, found.sourceName);
      return connectionResponse(context, await findConnection(context.database, workspaceId, connectionId));
    },
  });
});
