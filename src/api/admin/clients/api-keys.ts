import { Type } from 'typebox';
import { issueApiKey } from '../../../actions/clients/issue-api-key.ts';
import { renameApiKey } from '../../../actions/clients/rename-api-key.ts';
import { revokeApiKey } from '../../../actions/clients/revoke-api-key.ts';
import { rotateApiKey } from '../../../actions/clients/rotate-api-key.ts';
import type { NewApiKey } from '../../../core/clients/api-key.ts';
import { isRefusal } from '../../../core/refusal.ts';
import { listApiKeyViews } from '../../../storage/clients/api-client-views.ts';
import type { KeyView } from '../../../storage/clients/key-view.ts';
import { answer, oneOf } from '../../schemas.ts';
import { unlessRefused } from '../answer.ts';
import { adminRoutes } from '../routes.ts';
import { instant, nullable, uuid } from '../schemas.ts';
import { apiClientsPath, readApiClient } from './api-client-view.ts';
import {
  keyId,
  keyName,
  keyStatuses,
  keyStatusOf,
  newKeyMembers,
  readInstant,
  readRotation,
  renamedKey,
  rotationMembers,
  writtenKeyName,
} from './key-schemas.ts';

const ApiKey = Type.Object(
  {
    keyId,
    name: keyName,
    status: oneOf(keyStatuses),
    createdAt: instant,
    expiresAt: nullable.instant,
    revokedAt: nullable.instant,
    lastUsedAt: nullable.instant,
  },
  { $id: 'ApiKey' },
);

const keyExample = {
  keyId: '5OovhljCmXG',
  name: 'Production, EU',
  status: 'Active',
  createdAt: '2026-11-15T09:00:00.000Z',
  expiresAt: null,
  revokedAt: null,
  lastUsedAt: '2026-11-15T09:30:00.000Z',
};

const newKey = answer(
  'The key. Its text is shown here and never again.',
  Type.Object({ keyId, apiKey: Type.String({ description: 'The whole key; it is shown only once.' }) }),
  { keyId: '5OovhljCmXG', apiKey: 'tsk_5OovhljCmXG_…' },
);

const newKeyView = ({ keyId, text }: NewApiKey) => ({ keyId, apiKey: text });

const path = `${apiClientsPath}/:apiClientId/api-keys`;
/** The key id is unique; the path needs no client id. */
const keyPath = '/workspaces/:workspaceId/api-keys/:keyId';
const keyParameters = Type.Object({ workspaceId: uuid, keyId });

export const apiKeyRoutes = adminRoutes((routes, context) => {
  const viewOf = (key: KeyView<Date | null>) => ({ ...key, status: keyStatusOf(key, context.clock.now()) });
  routes.schemas(ApiKey);

  routes.get(path, {
    access: 'read',
    operationId: 'listApiKeys',
    summary: 'List the keys of an API client',
    tags: ['API clients'],
    answers: {
      200: answer(
        'Its keys, the newest first; never their text.',
        Type.Object({ items: Type.Array(Type.Ref('ApiKey')) }),
        { items: [keyExample] },
      ),
    },
    handle: async ({ workspaceId, params }) => {
      const { apiClientId } = params;
      const client = await readApiClient(context.database, workspaceId, apiClientId);
      if (isRefusal(client)) return client;
      const keys = await listApiKeyViews(context.database, workspaceId, apiClientId);
      return { items: keys.map(viewOf) };
    },
  });

  routes.post(path, {
    access: 'change:apiClients',
    operationId: 'issueApiKey',
    summary: 'Issue a key',
    tags: ['API clients'],
    body: Type.Object(newKeyMembers),
    answers: { 201: newKey },
    refusals: ['workspace.limit_reached'],
    handle: async ({ action, workspaceId, params, body }) => {
      const key = { expiresAt: readInstant(body.expiresAt), name: body.name ?? null };
      return unlessRefused(await issueApiKey(action, workspaceId, params.apiClientId, key), newKeyView);
    },
  });

  routes.patch(keyPath, {
    access: 'change:apiClients',
    operationId: 'renameApiKey',
    summary: 'Rename a key',
    tags: ['API clients'],
    params: keyParameters,
    body: Type.Object({ name: writtenKeyName }),
    answers: { 200: renamedKey },
    handle: async ({ action, workspaceId, params: { keyId }, body }) =>
      unlessRefused(await renameApiKey(action, workspaceId, keyId, body.name), ({ name }) => ({
        keyId,
        name,
      })),
  });

  routes.post(`${keyPath}/rotate`, {
    access: 'change:apiClients',
    operationId: 'rotateApiKey',
    summary: 'Rotate a key',
    description:
      'The new key keeps the name. The old key stays valid for the overlap, so that deployments can switch.',
    tags: ['API clients'],
    params: keyParameters,
    body: Type.Object(rotationMembers),
    answers: { 201: newKey },
    refusals: ['workspace.limit_reached'],
    handle: async ({ action, workspaceId, params, body }) => {
      const rotated = await rotateApiKey(action, workspaceId, params.keyId, readRotation(body));
      return unlessRefused(rotated, newKeyView);
    },
  });

  routes.post(`${keyPath}/revoke`, {
    access: 'change:apiClients',
    operationId: 'revokeApiKey',
    summary: 'Revoke a key',
    tags: ['API clients'],
    params: keyParameters,
    answers: {
      200: answer('The key is revoked.', Type.Object({ keyId, revokedAt: instant }), {
        keyId: '5OovhljCmXG',
        revokedAt: '2026-11-15T09:00:00.000Z',
      }),
    },
    handle: async ({ action, workspaceId, params }) => {
      const { keyId } = params;
      return unlessRefused(await revokeApiKey(action, workspaceId, keyId), ({ revokedAt }) => ({
        keyId,
        revokedAt: revokedAt.toISOString(),
      }));
    },
  });
});
