import { Type } from 'typebox';
import { connectIdp, removeIdpConnection } from '../../../actions/entitlements/idp-connections.ts';
import { slugMaxLength } from '../../../core/identifiers.ts';
import { maxSecretLength } from '../../../core/marketplace/connections/connection.ts';
import { refuseUnknown } from '../../../core/refusal.ts';
import {
  type IdpConnectionView,
  idpConnectionOrder,
  listIdpConnections,
} from '../../../storage/entitlements/idp-connections.ts';
import { jsonResponse } from '../../schemas.ts';
import { countedPageResponse } from '../paging.ts';
import { revisionHeaders, withRevision } from '../response.ts';
import { adminRoutes } from '../routes.ts';
import { noContent, uuid } from '../schemas.ts';
import { sortedQuery } from '../sorted-list.ts';

const IdpConnection = Type.Object(
  {
    productId: uuid,
    product: Type.Object({ slug: Type.String(), name: Type.String() }),
    clientId: Type.String({ format: 'uuid', description: 'The application that reads the licences.' }),
  },
  { $id: 'IdpConnection' },
);

const example = {
  productId: '0198f6a2-6c1e-7d70-9a53-9e16a1b010a7',
  product: { slug: 'scriptorium', name: 'Scriptorium' },
  clientId: 'c0000000-0000-4000-8000-000000000001',
};

const application = {
  clientId: uuid,
  clientSecret: Type.String({ minLength: 1, maxLength: maxSecretLength }),
};

function viewOf({ productId, product, clientId }: IdpConnectionView) {
  return { productId, product, clientId };
}

const path = '/workspaces/:workspaceId/idp-connections';
const unknown = refuseUnknown('productId', 'connection to the identity provider');

/** The applications that read customers' licences at the identity provider, one a product. */
export const idpConnectionRoutes = adminRoutes('Marketplace', (routes, context) => {
  const { database, encryptionKey } = context;
  const theConnection = jsonResponse('The connection.', Type.Ref('IdpConnection'), example, revisionHeaders);
  routes.schemas(IdpConnection);
  routes.get(path, {
    access: 'read',
    operationId: 'listIdpConnections',
    summary: 'List identity-provider connections',
    description: 'All of them: a product has at most one.',
    querystring: Type.Object({ sort: sortedQuery(idpConnectionOrder).sort }),
    responses: { 200: countedPageResponse('Connections.', Type.Ref('IdpConnection'), example) },
    handle: async ({ workspaceId, query }) => {
      const connections = await listIdpConnections(database, workspaceId, undefined, query.sort);
      const total = { count: connections.length, isExact: true };
      return { items: connections.map(viewOf), next: null, total };
    },
  });

  routes.post(path, {
    access: 'change:settings',
    operationId: 'connectIdp',
    summary: 'Connect the identity provider of a product',
    body: Type.Object({
      product: Type.String({ maxLength: slugMaxLength, description: 'Slug.' }),
      ...application,
    }),
    responses: { 201: theConnection },
    refusals: ['product.not_found', 'product.idp_connected'],
    handle: async ({ action, workspaceId, body }) => {
      const { product, clientId, clientSecret } = body;
      return withRevision(
        await connectIdp(action, workspaceId, product, { clientId, clientSecret }, encryptionKey, 'none'),
        viewOf,
      );
    },
  });

  routes.get(`${path}/:productId`, {
    access: 'read',
    operationId: 'readIdpConnection',
    summary: 'Read the identity-provider connection of a product',
    responses: { 200: theConnection },
    handle: async ({ workspaceId, params }) => {
      const [found] = await listIdpConnections(database, workspaceId, params.productId);
      return withRevision(found ?? unknown, viewOf);
    },
  });

  routes.put(`${path}/:productId`, {
    access: 'change:settings',
    operationId: 'replaceIdpConnection',
    summary: 'Change the identity-provider connection of a product',
    isEdit: true,
    body: Type.Object(application),
    responses: { 200: theConnection },
    refusals: ['product.not_found'],
    handle: async ({ action, workspaceId, params, body, revision }) => {
      const [found] = await listIdpConnections(database, workspaceId, params.productId);
      if (!found) return unknown;
      const { clientId, clientSecret } = body;
      return withRevision(
        await connectIdp(
          action,
          workspaceId,
          found.product.slug,
          { clientId, clientSecret },
          encryptionKey,
          revision,
        ),
        viewOf,
      );
    },
  });

  routes.delete(`${path}/:productId`, {
    access: 'change:settings',
    operationId: 'removeIdpConnection',
    summary: 'Remove the identity-provider connection of a product',
    description: 'Licences of the product can no longer be confirmed: `IdpNotConfigured`.',
    responses: noContent('Removed.'),
    handle: ({ action, workspaceId, params }) => removeIdpConnection(action, workspaceId, params.productId),
  });
});
