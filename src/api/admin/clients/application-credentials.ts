import { Type } from 'typebox';
import {
  addApplicationCredential,
  removeApplicationCredential,
} from '../../../actions/clients/application-credentials.ts';
import { isRefusal } from '../../../core/refusal.ts';
import { listApplicationCredentialViews } from '../../../storage/clients/api-client-views.ts';
import { jsonResponse, oneOf } from '../../schemas.ts';
import { adminRoutes } from '../routes.ts';
import { instant, noContent, nullable, uuid } from '../schemas.ts';
import { apiClientsPath, readApiClient } from './api-clients.ts';

const ApplicationCredential = Type.Object(
  {
    credentialId: uuid,
    applicationId: uuid,
    tenantId: uuid,
    status: oneOf(['PendingVerification', 'Active']),
    challengeExpiresAt: instant,
    wrongTries: Type.Integer({ description: 'After ten wrong attempts the challenge is void.' }),
    createdAt: instant,
    verifiedAt: nullable.instant,
    lastUsedAt: nullable.instant,
  },
  { $id: 'ApplicationCredential' },
);

const example = {
  credentialId: '0198f6a2-6c1e-7d70-9a53-9e16a1b010a7',
  applicationId: '5d1c0b6e-0d0c-4d57-9d2f-6f3f0a1b7c11',
  tenantId: 'a0000000-0000-4000-8000-000000000001',
  status: 'PendingVerification',
  challengeExpiresAt: '2026-11-16T09:00:00.000Z',
  wrongTries: 0,
  createdAt: '2026-11-15T09:00:00.000Z',
  verifiedAt: null,
  lastUsedAt: null,
};

const path = `${apiClientsPath}/:apiClientId/application-credentials`;

export const applicationCredentialRoutes = adminRoutes('API clients', (routes, context) => {
  routes.schemas(ApplicationCredential);
  routes.get(path, {
    access: 'read',
    operationId: 'listApplicationCredentials',
    summary: 'List the identity-provider applications of an API client',
    responses: {
      200: jsonResponse(
        'Its applications, newest first.',
        Type.Object({ items: Type.Array(Type.Ref('ApplicationCredential')) }),
        { items: [example] },
      ),
    },
    handle: async ({ workspaceId, params }) => {
      const { apiClientId } = params;
      const client = await readApiClient(context.database, workspaceId, apiClientId);
      if (isRefusal(client)) return client;
      const views = await listApplicationCredentialViews(context.database, workspaceId, apiClientId);
      return { items: views.map(({ wrongAttempts, ...view }) => ({ ...view, wrongTries: wrongAttempts })) };
    },
  });

  routes.post(path, {
    access: 'change:apiClients',
    operationId: 'addApplicationCredential',
    summary: 'Add an identity-provider application',
    description:
      'The application can call the API after verification: with its own token it sends the challenge to ' +
      '`POST /api/v1/client-credentials/verify`, within 24 hours.',
    body: Type.Object({ applicationId: uuid, tenantId: uuid }),
    responses: {
      201: jsonResponse(
        'The pending credential. Its challenge is shown here and never again.',
        Type.Object({
          credentialId: uuid,
          challenge: Type.String(),
          challengeExpiresAt: instant,
          tokenUrl: Type.String({ description: 'The token endpoint of the application.' }),
          scope: Type.String({ description: 'The scope of the token.' }),
          verifyUrl: Type.String({ description: 'The endpoint for the challenge, called with the token.' }),
        }),
        {
          credentialId: example.credentialId,
          challenge: '3f1c…',
          challengeExpiresAt: '2026-11-16T09:00:00.000Z',
          tokenUrl:
            'https://login.microsoftonline.com/a0000000-0000-4000-8000-000000000001/oauth2/v2.0/token',
          scope: 'api://e0000000-0000-4000-8000-000000000001/.default',
          verifyUrl: 'https://tessera.example/api/v1/client-credentials/verify',
        },
      ),
    },
    refusals: ['workspace.limit_reached'],
    handle: async ({ action, workspaceId, params, body }) => {
      const { applicationId, tenantId } = body;
      const application = { applicationId, tenantId };
      const added = await addApplicationCredential(action, workspaceId, params.apiClientId, application);
      if (isRefusal(added)) return added;
      const challengeExpiresAt = added.challengeExpiresAt.toISOString();
      const { idp, publicUrl } = context;
      return {
        ...added,
        challengeExpiresAt,
        tokenUrl: `${idp.authUrl}/${tenantId.toLowerCase()}/oauth2/v2.0/token`,
        scope: `api://${idp.apiAppId}/.default`,
        verifyUrl: `${publicUrl}/api/v1/client-credentials/verify`,
      };
    },
  });

  // The credential id is unique; the path needs no client id.
  routes.delete('/workspaces/:workspaceId/application-credentials/:credentialId', {
    access: 'change:apiClients',
    operationId: 'removeApplicationCredential',
    summary: 'Remove an identity-provider application',
    description: 'Every node refuses its tokens within a second.',
    responses: noContent('Removed.'),
    handle: ({ action, workspaceId, params }) =>
      removeApplicationCredential(action, workspaceId, params.credentialId),
  });
});
