import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyReply } from 'fastify';
import { Type } from 'typebox';
import { changeApiClient } from '../../../actions/clients/change-api-client.ts';
import { registerApiClient } from '../../../actions/clients/register-api-client.ts';
import { setApiClientEnabled } from '../../../actions/clients/set-api-client-enabled.ts';
import { isRefusal, refuseUnknown } from '../../../core/refusal.ts';
import { findApiClientView } from '../../../storage/clients/api-client-views.ts';
import type { ApiContext } from '../../context.ts';
import { sendRefusal } from '../../problem.ts';
import { answer } from '../../schemas.ts';
import { actionContext, memberOf } from '../access.ts';
import { expectedRevision, ifMatchHeader, revisionHeaders, sendRevision } from '../precondition.ts';
import { changeRefusals, editRefusals, workspacePath } from '../schemas.ts';
import { apiClientExample, apiClientsPath, apiClientView, editableMembers } from './api-client-view.ts';

export const changeApiClientRoutes =
  (context: ApiContext): FastifyPluginAsyncTypebox =>
  async (app) => {
    const sendClient = async (reply: FastifyReply, workspaceId: string, apiClientId: string) => {
      const client = await findApiClientView(context.database, workspaceId, apiClientId);
      if (!client) return sendRefusal(reply, refuseUnknown('apiClientId', 'API client'));
      return sendRevision(reply, client, apiClientView(client));
    };
    const theClient = answer('The API client.', Type.Ref('ApiClient'), apiClientExample, revisionHeaders);

    app.post(
      apiClientsPath,
      {
        config: { access: 'change:apiClients' },
        schema: {
          operationId: 'registerApiClient',
          summary: 'Register an API client',
          tags: ['API clients'],
          params: workspacePath(),
          body: Type.Object({
            name: editableMembers.name,
            scopes: editableMembers.scopes,
            products: editableMembers.products,
            rateLimitPerMinute: Type.Optional(editableMembers.rateLimitPerMinute),
          }),
          response: { 201: theClient, ...changeRefusals('workspace.limit_reached') },
        },
      },
      async (request, reply) => {
        const { name, scopes, products, rateLimitPerMinute = null } = request.body;
        const { workspaceId } = memberOf(request);
        const registration = { name, scopes, products: products ?? 'all', rateLimitPerMinute } as const;
        const registered = await registerApiClient(
          actionContext(context, request),
          workspaceId,
          registration,
        );
        if (isRefusal(registered)) return sendRefusal(reply, registered);
        return sendClient(reply.code(201), workspaceId, registered.apiClientId);
      },
    );

    app.patch(
      `${apiClientsPath}/:apiClientId`,
      {
        config: { access: 'change:apiClients' },
        schema: {
          operationId: 'changeApiClient',
          summary: 'Change an API client',
          description: 'What is left out stays. It holds from the next request of the client on.',
          tags: ['API clients'],
          params: workspacePath('apiClientId'),
          headers: ifMatchHeader,
          body: Type.Partial(Type.Object(editableMembers)),
          response: { 200: theClient, ...editRefusals() },
        },
      },
      async (request, reply) => {
        const expected = expectedRevision(request);
        if (isRefusal(expected)) return sendRefusal(reply, expected);
        const { name, scopes, products, rateLimitPerMinute } = request.body;
        const changes = {
          ...(name !== undefined && { name }),
          ...(scopes !== undefined && { scopes }),
          ...(products !== undefined && { products: products ?? ('all' as const) }),
          ...(rateLimitPerMinute !== undefined && { rateLimitPerMinute }),
        };
        const { workspaceId } = memberOf(request);
        const changed = await changeApiClient(
          actionContext(context, request),
          workspaceId,
          request.params.apiClientId,
          changes,
          expected,
        );
        if (isRefusal(changed)) return sendRefusal(reply, changed);
        return sendRevision(reply, changed, apiClientView(changed));
      },
    );

    for (const [verb, enabled] of [
      ['enable', true],
      ['disable', false],
    ] as const) {
      app.post(
        `${apiClientsPath}/:apiClientId/${verb}`,
        {
          config: { access: 'change:apiClients' },
          schema: {
            operationId: `${verb}ApiClient`,
            summary: enabled ? 'Enable an API client' : 'Disable an API client',
            description: enabled
              ? 'Its credentials work again.'
              : 'All of its credentials are turned away, within a second, until it is enabled again.',
            tags: ['API clients'],
            params: workspacePath('apiClientId'),
            response: { 200: theClient, ...changeRefusals() },
          },
        },
        async (request, reply) => {
          const { workspaceId } = memberOf(request);
          const { apiClientId } = request.params;
          const set = await setApiClientEnabled(
            actionContext(context, request),
            workspaceId,
            apiClientId,
            enabled,
          );
          if (isRefusal(set)) return sendRefusal(reply, set);
          return sendClient(reply, workspaceId, apiClientId);
        },
      );
    }
  };
