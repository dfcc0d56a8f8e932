import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { issueApiKey } from '../../../actions/clients/issue-api-key.ts';
import { revokeApiKey } from '../../../actions/clients/revoke-api-key.ts';
import { rotateApiKey } from '../../../actions/clients/rotate-api-key.ts';
import { defaultRotationOverlap, isKeyAlive, maxRotationOverlap } from '../../../core/clients/credential.ts';
import { isRefusal, refuseUnknown } from '../../../core/refusal.ts';
import { instantOf } from '../../../core/timestamp.ts';
import {
  type ApiKeyView,
  findApiClientView,
  listApiKeyViews,
} from '../../../storage/clients/api-client-views.ts';
import type { ApiContext } from '../../context.ts';
import { sendRefusal } from '../../problem.ts';
import { answer, oneOf } from '../../schemas.ts';
import { actionContext, memberOf } from '../access.ts';
import { changeRefusals, instant, nullable, readRefusals, workspacePath } from '../schemas.ts';
import { apiClientsPath } from './api-client-view.ts';

const hour = 3_600_000;
const keyId = Type.String({ pattern: '^[0-9A-Za-z]{11}$', description: 'The readable part of the key.' });

const ApiKey = Type.Object(
  {
    keyId,
    status: oneOf(['Active', 'Expired', 'Revoked']),
    createdAt: instant,
    expiresAt: nullable.instant,
    revokedAt: nullable.instant,
    lastUsedAt: nullable.instant,
  },
  { $id: 'ApiKey' },
);

const keyExample = {
  keyId: '5OovhljCmXG',
  status: 'Active',
  createdAt: '2026-11-15T09:00:00.000Z',
  expiresAt: null,
  revokedAt: null,
  lastUsedAt: '2026-11-15T09:30:00.000Z',
};

const newKey = answer(
  'The key. Its text is shown here and never again.',
  Type.Object({ keyId, apiKey: Type.String({ description: 'The whole key; keep it safe.' }) }),
  { keyId: '5OovhljCmXG', apiKey: 'tsk_5OovhljCmXG_…' },
);

const path = `${apiClientsPath}/:apiClientId/api-keys`;
/** A key is known by its own id: which client it is of need not be said again. */
const keyPath = '/workspaces/:workspaceId/api-keys/:keyId';
const keyParameters = Type.Object({ ...workspacePath().properties, keyId });

export const apiKeyRoutes =
  (context: ApiContext): FastifyPluginAsyncTypebox =>
  async (app) => {
    const viewOf = (key: ApiKeyView) => {
      const isAlive = isKeyAlive(key, context.clock.now());
      const status = key.revokedAt !== null ? 'Revoked' : isAlive ? 'Active' : 'Expired';
      return { ...key, status };
    };
    app.addSchema(ApiKey);

    app.get(
      path,
      {
        config: { access: 'read' },
        schema: {
          operationId: 'listApiKeys',
          summary: 'List the keys of an API client',
          tags: ['API clients'],
          params: workspacePath('apiClientId'),
          response: {
            200: answer(
              'Its keys, the newest first; never their text.',
              Type.Object({ items: Type.Array(Type.Ref('ApiKey')) }),
              { items: [keyExample] },
            ),
            ...readRefusals(),
          },
        },
      },
      async (request, reply) => {
        const { workspaceId } = memberOf(request);
        const { apiClientId } = request.params;
        if (!(await findApiClientView(context.database, workspaceId, apiClientId))) {
          return sendRefusal(reply, refuseUnknown('apiClientId', 'API client'));
        }
        const keys = await listApiKeyViews(context.database, workspaceId, apiClientId);
        return reply.send({ items: keys.map(viewOf) });
      },
    );

    app.post(
      path,
      {
        config: { access: 'change:apiClients' },
        schema: {
          operationId: 'issueApiKey',
          summary: 'Issue a key',
          tags: ['API clients'],
          params: workspacePath('apiClientId'),
          body: Type.Object({ expiresAt: Type.Optional(nullable.writtenInstant) }),
          response: { 201: newKey, ...changeRefusals('workspace.limit_reached') },
        },
      },
      async (request, reply) => {
        const { workspaceId } = memberOf(request);
        const expiresAt = readInstant(request.body.expiresAt);
        const { apiClientId } = request.params;
        const key = await issueApiKey(actionContext(context, request), workspaceId, apiClientId, {
          expiresAt,
        });
        if (isRefusal(key)) return sendRefusal(reply, key);
        return reply.code(201).send({ keyId: key.keyId, apiKey: key.text });
      },
    );

    app.post(
      `${keyPath}/rotate`,
      {
        config: { access: 'change:apiClients' },
        schema: {
          operationId: 'rotateApiKey',
          summary: 'Replace a key by another one',
          description: 'The old one lives on for the overlap, so that a deployment can change over.',
          tags: ['API clients'],
          params: keyParameters,
          body: Type.Object({
            overlapHours: Type.Optional(
              Type.Number({
                minimum: 0,
                maximum: maxRotationOverlap / hour,
                description: `${defaultRotationOverlap / hour} unless told.`,
              }),
            ),
            expiresAt: Type.Optional(nullable.writtenInstant),
          }),
          response: { 201: newKey, ...changeRefusals('workspace.limit_reached') },
        },
      },
      async (request, reply) => {
        const { workspaceId } = memberOf(request);
        const { overlapHours = defaultRotationOverlap / hour, expiresAt } = request.body;
        const rotation = { overlap: overlapHours * hour, expiresAt: readInstant(expiresAt) };
        const key = await rotateApiKey(
          actionContext(context, request),
          workspaceId,
          request.params.keyId,
          rotation,
        );
        if (isRefusal(key)) return sendRefusal(reply, key);
        return reply.code(201).send({ keyId: key.keyId, apiKey: key.text });
      },
    );

    app.post(
      `${keyPath}/revoke`,
      {
        config: { access: 'change:apiClients' },
        schema: {
          operationId: 'revokeApiKey',
          summary: 'End a key at once and for good',
          tags: ['API clients'],
          params: keyParameters,
          response: {
            200: answer('It works no more.', Type.Object({ keyId, revokedAt: instant }), {
              keyId: '5OovhljCmXG',
              revokedAt: '2026-11-15T09:00:00.000Z',
            }),
            ...changeRefusals(),
          },
        },
      },
      async (request, reply) => {
        const { workspaceId } = memberOf(request);
        const revoked = await revokeApiKey(
          actionContext(context, request),
          workspaceId,
          request.params.keyId,
        );
        if (isRefusal(revoked)) return sendRefusal(reply, revoked);
        return reply.send({ keyId: request.params.keyId, revokedAt: revoked.revokedAt.toISOString() });
      },
    );
  };

function readInstant(text: string | null | undefined): Date | null {
  return text === null || text === undefined ? null : instantOf(text);
}
