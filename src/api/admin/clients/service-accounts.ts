import { Type } from 'typebox';
import { addServiceAccount, removeServiceAccount } from '../../../actions/clients/service-accounts.ts';
import { maxServiceAccountName } from '../../../core/clients/service-account.ts';
import { type Refusal, refuseUnknown } from '../../../core/refusal.ts';
import { memberRoles, permissions, permissionsOf } from '../../../core/workspaces/member-role.ts';
import {
  findServiceAccountView,
  listServiceAccountViews,
  loadServiceAccountTotal,
  type ServiceAccountView,
  serviceAccountOrder,
} from '../../../storage/clients/service-accounts.ts';
import type { Database } from '../../../storage/database.ts';
import { jsonResponse, nameText, oneOf } from '../../schemas.ts';
import { countedPageResponse, searchFor } from '../paging.ts';
import { unlessRefused } from '../response.ts';
import { adminRoutes } from '../routes.ts';
import { instant, noContent, nullable, uuid } from '../schemas.ts';
import { readSortedPage, sortedQuery } from '../sorted-list.ts';

export const serviceAccountsPath = '/workspaces/:workspaceId/service-accounts';

const ServiceAccount = Type.Object(
  {
    serviceAccountId: uuid,
    name: Type.String(),
    role: oneOf(memberRoles),
    createdAt: instant,
    lastUsedAt: nullable.instant,
  },
  { $id: 'ServiceAccount' },
);

const example = {
  serviceAccountId: '0198f6a2-6c1e-7d70-9a53-9e16a1b010e2',
  name: 'Catalogue pipeline',
  role: 'Catalogue manager',
  createdAt: '2026-11-15T09:00:00.000Z',
  lastUsedAt: null,
};

const serviceAccountView = (account: ServiceAccountView) => ({
  serviceAccountId: account.serviceAccountId,
  name: account.name,
  role: account.role,
  createdAt: account.createdAt,
  lastUsedAt: account.lastUsedAt,
});

export async function readServiceAccount(
  database: Database,
  workspaceId: string,
  serviceAccountId: string,
): Promise<ServiceAccountView | Refusal> {
  const account = await findServiceAccountView(database, workspaceId, serviceAccountId);
  return account ?? refuseUnknown('serviceAccountId', 'service account');
}

export const serviceAccountRoutes = adminRoutes('Service accounts', (routes, context) => {
  routes.schemas(ServiceAccount);

  routes.get('/service-account', {
    access: 'service-account',
    operationId: 'readCallingServiceAccount',
    summary: 'Read the calling service account with its workspace and permissions',
    description: 'For programs: which workspace and role a key has, and when it expires.',
    responses: {
      200: jsonResponse(
        'The service account of the key.',
        Type.Object({
          serviceAccountId: uuid,
          name: Type.String(),
          role: oneOf(memberRoles),
          permissions: Type.Array(oneOf(permissions)),
          workspace: Type.Object({ workspaceId: uuid, slug: Type.String(), name: Type.String() }),
          key: Type.Object({ keyId: Type.String(), expiresAt: instant }),
        }),
        {
          serviceAccountId: example.serviceAccountId,
          name: example.name,
          role: example.role,
          permissions: permissionsOf('Catalogue manager'),
          workspace: {
            workspaceId: '0198f6a2-6c1e-7d70-9a53-9e16a1b010a7',
            slug: 'arcadia',
            name: 'Arcadia Software',
          },
          key: { keyId: '5OovhljCmXG', expiresAt: '2027-02-13T09:00:00.000Z' },
        },
      ),
    },
    handle: ({ serviceAccountKey }) => {
      const { account, keyId, expiresAt, workspaceSlug, workspaceName } = serviceAccountKey;
      const { serviceAccountId, workspaceId, name, role } = account;
      const workspace = { workspaceId, slug: workspaceSlug, name: workspaceName };
      const key = { keyId, expiresAt };
      return { serviceAccountId, name, role, permissions: permissionsOf(role), workspace, key };
    },
  });

  routes.get(serviceAccountsPath, {
    access: 'read',
    operationId: 'listServiceAccounts',
    summary: 'List service accounts',
    querystring: Type.Object({
      ...sortedQuery(serviceAccountOrder),
      search: searchFor('Part of a name.'),
    }),
    responses: { 200: countedPageResponse('Service accounts.', Type.Ref('ServiceAccount'), example) },
    handle: ({ workspaceId, query }) => {
      const { search } = query;
      return readSortedPage(query, {
        order: serviceAccountOrder,
        read: (page) => listServiceAccountViews(context.database, workspaceId, { ...page, search }),
        count: () => loadServiceAccountTotal(context.database, workspaceId, { search }),
        viewOf: serviceAccountView,
      });
    },
  });

  routes.post(serviceAccountsPath, {
    access: 'change:members',
    operationId: 'addServiceAccount',
    summary: 'Add a service account',
    description:
      'It has no key yet. Its name is unique in the workspace; name and role cannot be changed later.',
    body: Type.Object({ name: nameText(maxServiceAccountName), role: oneOf(memberRoles) }),
    responses: { 201: jsonResponse('The service account.', Type.Ref('ServiceAccount'), example) },
    refusals: ['workspace.limit_reached'],
    handle: async ({ action, workspaceId, body }) => {
      const { name, role } = body;
      return unlessRefused(await addServiceAccount(action, workspaceId, { name, role }), (account) =>
        serviceAccountView({ ...account, lastUsedAt: null }),
      );
    },
  });

  routes.get(`${serviceAccountsPath}/:serviceAccountId`, {
    access: 'read',
    operationId: 'readServiceAccount',
    summary: 'Read a service account',
    responses: { 200: jsonResponse('The service account.', Type.Ref('ServiceAccount'), example) },
    handle: async ({ workspaceId, params }) =>
      unlessRefused(
        await readServiceAccount(context.database, workspaceId, params.serviceAccountId),
        serviceAccountView,
      ),
  });

  routes.delete(`${serviceAccountsPath}/:serviceAccountId`, {
    access: 'change:members',
    operationId: 'removeServiceAccount',
    summary: 'Remove a service account',
    description: 'Its keys are deleted, and refused at once.',
    responses: noContent('Removed.'),
    handle: ({ action, workspaceId, params }) =>
      removeServiceAccount(action, workspaceId, params.serviceAccountId),
  });
});
