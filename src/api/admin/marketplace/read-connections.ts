import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { refuseUnknown } from '../../../core/refusal.ts';
import { findConnectionView, listConnectionViews } from '../../../storage/marketplace/connection-views.ts';
import type { ApiContext } from '../../context.ts';
import { sendRefusal } from '../../problem.ts';
import { memberOf } from '../access.ts';
import { pageAnswer, pageOf, pageQuery, readLimit } from '../paging.ts';
import { readRefusals, workspacePath } from '../schemas.ts';
import {
  connectionExample,
  connectionsPath,
  connectionView,
  sendConnection,
  theConnection,
} from './connection-view.ts';

export const readConnectionRoutes =
  (context: ApiContext): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      connectionsPath,
      {
        config: { access: 'read' },
        schema: {
          operationId: 'listMarketplaceConnections',
          summary: 'List marketplace connections',
          tags: ['Marketplace'],
          params: workspacePath(),
          querystring: Type.Object(pageQuery),
          response: {
            200: pageAnswer(
              'Connections, the newest first.',
              Type.Ref('MarketplaceConnection'),
              connectionExample,
            ),
            ...readRefusals(),
          },
        },
      },
      async (request) => {
        const { limit, toRead } = readLimit(request.query);
        const question = { after: request.query.after, limit: toRead };
        const { workspaceId } = memberOf(request);
        const connections = await listConnectionViews(context.database, workspaceId, question);
        const now = context.clock.now();
        return pageOf(
          connections,
          limit,
          ({ connectionId }) => connectionId,
          (one) => connectionView(one, context.publicUrl, now),
        );
      },
    );

    app.get(
      `${connectionsPath}/:connectionId`,
      {
        config: { access: 'read' },
        schema: {
          operationId: 'readMarketplaceConnection',
          summary: 'One marketplace connection',
          tags: ['Marketplace'],
          params: workspacePath('connectionId'),
          response: { 200: theConnection, ...readRefusals() },
        },
      },
      async (request, reply) => {
        const { workspaceId } = memberOf(request);
        const { connectionId } = request.params;
        const connection = await findConnectionView(context.database, workspaceId, connectionId);
        if (!connection) return sendRefusal(reply, refuseUnknown('connectionId', 'marketplace connection'));
        return sendConnection(reply, connection, context);
      },
    );
  };
