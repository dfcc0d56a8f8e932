import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { addMarketplaceConnection } from '../../../actions/marketplace/add-connection.ts';
import { askForReconciliation } from '../../../actions/marketplace/ask-for-reconciliation.ts';
import { changeMarketplaceConnection } from '../../../actions/marketplace/change-connection.ts';
import { removeMarketplaceConnection } from '../../../actions/marketplace/remove-connection.ts';
import { defaultAuthUrl, defaultMarketplaceUrl } from '../../../core/marketplace/connection.ts';
import { isRefusal, refuseUnknown } from '../../../core/refusal.ts';
import { instantOf } from '../../../core/timestamp.ts';
import { findConnectionView } from '../../../storage/marketplace/connection-views.ts';
import type { ApiContext } from '../../context.ts';
import { sendRefusal } from '../../problem.ts';
import { answer, nameText } from '../../schemas.ts';
import { actionContext, memberOf } from '../access.ts';
import { expectedRevision, ifMatchHeader, revisionHeaders } from '../precondition.ts';
import { changeRefusals, editRefusals, nullable, uuid, workspacePath } from '../schemas.ts';
import {
  CredentialBody,
  connectionExample,
  connectionsPath,
  sendConnection,
  theConnection,
} from './connection-view.ts';

const address = (usual: string) =>
  Type.String({ maxLength: 2_000, description: `${usual} unless told; \`https\`, on the public internet.` });

const entered = {
  tenantId: uuid,
  clientId: Type.String({ format: 'uuid', description: "The application's id." }),
  credential: CredentialBody,
  credentialEndsAt: Type.Unsafe<string | null>({
    ...nullable.instant,
    description: 'Until when the credential is good; a certificate says so itself. Support is warned ahead.',
  }),
  authUrl: address(defaultAuthUrl),
  marketplaceUrl: address(defaultMarketplaceUrl),
  acceptsUnsignedCalls: Type.Boolean({
    description:
      'For development, with a stand-in that sends no valid token: calls of the webhook are taken without the ' +
      "marketplace's token. Refused, and without effect, unless `PUBLIC_URL` is an address of this very machine.",
  }),
};

const readEnd = (text: string | null) => (text === null ? null : instantOf(text));

export const changeConnectionRoutes =
  (context: ApiContext): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.post(
      connectionsPath,
      {
        config: { access: 'change:settings' },
        schema: {
          operationId: 'connectMarketplace',
          summary: 'Connect a publisher account',
          description: 'One for each source name that the marketplace mappings of the plans use.',
          tags: ['Marketplace'],
          params: workspacePath(),
          body: Type.Object({
            sourceName: nameText(100),
            tenantId: entered.tenantId,
            clientId: entered.clientId,
            credential: entered.credential,
            credentialEndsAt: Type.Optional(entered.credentialEndsAt),
            authUrl: Type.Optional(entered.authUrl),
            marketplaceUrl: Type.Optional(entered.marketplaceUrl),
            acceptsUnsignedCalls: Type.Optional(entered.acceptsUnsignedCalls),
          }),
          response: {
            201: answer(
              'The connection.',
              Type.Ref('MarketplaceConnection'),
              connectionExample,
              revisionHeaders,
            ),
            ...changeRefusals('marketplace.source_connected', 'workspace.limit_reached'),
          },
        },
      },
      async (request, reply) => {
        const { sourceName, tenantId, clientId, credential, credentialEndsAt = null } = request.body;
        const { authUrl = defaultAuthUrl, marketplaceUrl = defaultMarketplaceUrl } = request.body;
        const { acceptsUnsignedCalls = false } = request.body;
        const endsAt = readEnd(credentialEndsAt);
        const connected = await addMarketplaceConnection(
          actionContext(context, request),
          memberOf(request).workspaceId,
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
        );
        if (isRefusal(connected)) return sendRefusal(reply, connected);
        return sendConnection(reply.code(201), connected, context);
      },
    );

    app.patch(
      `${connectionsPath}/:connectionId`,
      {
        config: { access: 'change:settings' },
        schema: {
          operationId: 'changeMarketplaceConnection',
          summary: 'Change a marketplace connection, or replace its credential',
          description:
            'What is left out stays, the credential too; a new credential does not inherit the end of the old one. ' +
            'A change of `authUrl`, `marketplaceUrl`, `tenantId` or `clientId` requires the credential again.',
          tags: ['Marketplace'],
          params: workspacePath('connectionId'),
          headers: ifMatchHeader,
          body: Type.Partial(Type.Object(entered)),
          response: { 200: theConnection, ...editRefusals() },
        },
      },
      async (request, reply) => {
        const expected = expectedRevision(request);
        if (isRefusal(expected)) return sendRefusal(reply, expected);
        const { tenantId, clientId, credential, credentialEndsAt, authUrl, marketplaceUrl } = request.body;
        const { acceptsUnsignedCalls } = request.body;
        const changed = await changeMarketplaceConnection(
          actionContext(context, request),
          { workspaceId: memberOf(request).workspaceId, connectionId: request.params.connectionId },
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
          expected,
        );
        if (isRefusal(changed)) return sendRefusal(reply, changed);
        return sendConnection(reply, changed, context);
      },
    );

    app.delete(
      `${connectionsPath}/:connectionId`,
      {
        config: { access: 'change:settings' },
        schema: {
          operationId: 'removeMarketplaceConnection',
          summary: 'Remove a marketplace connection',
          description:
            'Not while calls or usage wait that only it can finish. The subscriptions stay; nobody follows the ' +
            'marketplace for them any more. Connected again, the source has other addresses.',
          tags: ['Marketplace'],
          params: workspacePath('connectionId'),
          response: {
            204: { type: 'null', description: 'It is gone, and its credential with it.' },
            ...changeRefusals('marketplace.connection_in_use'),
          },
        },
      },
      async (request, reply) => {
        const { workspaceId } = memberOf(request);
        const key = { workspaceId, connectionId: request.params.connectionId };
        const removed = await removeMarketplaceConnection(actionContext(context, request), key);
        if (isRefusal(removed)) return sendRefusal(reply, removed);
        return reply.code(204).send(null);
      },
    );

    app.post(
      `${connectionsPath}/:connectionId/reconcile`,
      {
        config: { access: 'change:subscriptions' },
        schema: {
          operationId: 'reconcileMarketplace',
          summary: 'Compare the subscriptions with the marketplace now',
          description:
            'It begins within seconds. The connection says how it goes (`reconciliation`); the inbox what was repaired.',
          tags: ['Marketplace'],
          params: workspacePath('connectionId'),
          response: {
            202: answer(
              'It is asked for.',
              Type.Ref('MarketplaceConnection'),
              {
                ...connectionExample,
                reconciliation: { ...connectionExample.reconciliation, state: 'Asked' },
              },
              revisionHeaders,
            ),
            ...changeRefusals(),
          },
        },
      },
      async (request, reply) => {
        const { workspaceId } = memberOf(request);
        const { connectionId } = request.params;
        const unknown = refuseUnknown('connectionId', 'marketplace connection');
        const found = await findConnectionView(context.database, workspaceId, connectionId);
        if (!found) return sendRefusal(reply, unknown);
        await askForReconciliation(actionContext(context, request), workspaceId, found.sourceName);
        const asked = await findConnectionView(context.database, workspaceId, connectionId);
        return asked ? sendConnection(reply.code(202), asked, context) : sendRefusal(reply, unknown);
      },
    );
  };
