import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { connectIdp } from '../../../actions/entitlements/connect-idp.ts';
import { removeIdpConnection } from '../../../actions/entitlements/remove-idp-connection.ts';
import { slugMaxLength } from '../../../core/identifiers.ts';
import { maxSecretLength } from '../../../core/marketplace/connection.ts';
import { isRefusal, refuseUnknown } from '../../../core/refusal.ts';
import {
  type IdpConnectionRecord,
  listIdpConnections,
} from '../../../storage/entitlements/idp-connections.ts';
import type { ApiContext } from '../../context.ts';
import { sendRefusal } from '../../problem.ts';
import { answer } from '../../schemas.ts';
import { actionContext, memberOf } from '../access.ts';
import { pageAnswer } from '../paging.ts';
import { expectedRevision, ifMatchHeader, revisionHeaders, sendRevision } from '../precondition.ts';
import { changeRefusals, editRefusals, readRefusals, uuid, workspacePath } from '../schemas.ts';

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

function viewOf({ productId, product, clientId }: IdpConnectionRecord) {
  return { productId, product, clientId };
}

const path = '/workspaces/:workspaceId/idp-connections';
const unknown = refuseUnknown('productId', 'connection to the identity provider');

/** As which applications licences are read that customers manage at their identity provider, by product. */
export const idpConnectionRoutes =
  (context: ApiContext): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { database, encryptionKey } = context;
    const theConnection = answer('The connection.', Type.Ref('IdpConnection'), example, revisionHeaders);
    app.addSchema(IdpConnection);
    app.get(
      path,
      {
        config: { access: 'read' },
        schema: {
          operationId: 'listIdpConnections',
          summary: 'List applications that read licences',
          description: 'All of them: there is one for a product at most.',
          tags: ['Marketplace'],
          params: workspacePath(),
          response: {
            200: pageAnswer('Connections, by product.', Type.Ref('IdpConnection'), example),
            ...readRefusals(),
          },
        },
      },
      async (request) => {
        const connections = await listIdpConnections(database, memberOf(request).workspaceId);
        return { items: connections.map(viewOf), next: null };
      },
    );

    app.post(
      path,
      {
        config: { access: 'change:settings' },
        schema: {
          operationId: 'connectIdp',
          summary: 'Say as which application the licences of a product are read',
          tags: ['Marketplace'],
          params: workspacePath(),
          body: Type.Object({
            product: Type.String({ maxLength: slugMaxLength, description: 'Its slug.' }),
            ...application,
          }),
          response: { 201: theConnection, ...changeRefusals('product.not_found', 'product.idp_connected') },
        },
      },
      async (request, reply) => {
        const { product, clientId, clientSecret } = request.body;
        const connected = await connectIdp(
          actionContext(context, request),
          memberOf(request).workspaceId,
          product,
          { clientId, clientSecret },
          encryptionKey,
          'none',
        );
        if (isRefusal(connected)) return sendRefusal(reply, connected);
        return sendRevision(reply.code(201), connected, viewOf(connected));
      },
    );

    app.get(
      `${path}/:productId`,
      {
        config: { access: 'read' },
        schema: {
          operationId: 'readIdpConnection',
          summary: 'The application that reads the licences of a product',
          tags: ['Marketplace'],
          params: workspacePath('productId'),
          response: { 200: theConnection, ...readRefusals() },
        },
      },
      async (request, reply) => {
        const { workspaceId } = memberOf(request);
        const [found] = await listIdpConnections(database, workspaceId, request.params.productId);
        return found ? sendRevision(reply, found, viewOf(found)) : sendRefusal(reply, unknown);
      },
    );

    app.put(
      `${path}/:productId`,
      {
        config: { access: 'change:settings' },
        schema: {
          operationId: 'replaceIdpConnection',
          summary: 'Replace the application, or its secret',
          tags: ['Marketplace'],
          params: workspacePath('productId'),
          headers: ifMatchHeader,
          body: Type.Object(application),
          response: { 200: theConnection, ...editRefusals('product.not_found') },
        },
      },
      async (request, reply) => {
        const expected = expectedRevision(request);
        if (isRefusal(expected)) return sendRefusal(reply, expected);
        const { workspaceId } = memberOf(request);
        const [found] = await listIdpConnections(database, workspaceId, request.params.productId);
        if (!found) return sendRefusal(reply, unknown);
        const { clientId, clientSecret } = request.body;
        const changed = await connectIdp(
          actionContext(context, request),
          workspaceId,
          found.product.slug,
          { clientId, clientSecret },
          encryptionKey,
          expected,
        );
        if (isRefusal(changed)) return sendRefusal(reply, changed);
        return sendRevision(reply, changed, viewOf(changed));
      },
    );

    app.delete(
      `${path}/:productId`,
      {
        config: { access: 'change:settings' },
        schema: {
          operationId: 'removeIdpConnection',
          summary: 'Read the licences of a product no more',
          description: "From then on nobody's licence of it can be confirmed: `IdpNotConfigured`.",
          tags: ['Marketplace'],
          params: workspacePath('productId'),
          response: { 204: { type: 'null', description: 'It is gone.' }, ...changeRefusals() },
        },
      },
      async (request, reply) => {
        const { workspaceId } = memberOf(request);
        const removed = await removeIdpConnection(
          actionContext(context, request),
          workspaceId,
          request.params.productId,
        );
        if (isRefusal(removed)) return sendRefusal(reply, removed);
        return reply.code(204).send(null);
      },
    );
  };
