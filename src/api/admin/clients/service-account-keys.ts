import { Type } from 'typebox';
import {
  type IssuedServiceAccountKey,
  issueServiceAccountKey,
} from '../../../actions/clients/issue-service-account-key.ts';
import { renameServiceAccountKey } from '../../../actions/clients/rename-service-account-key.ts';
import { revokeServiceAccountKey } from '../../../actions/clients/revoke-service-account-key.ts';
import { rotateServiceAccountKey } from '../../../actions/clients/rotate-service-account-key.ts';
import { isRefusal } from '../../../core/refusal.ts';
import { listServiceAccountKeyViews } from '../../../storage/clients/service-account-keys.ts';
import { answer, oneOf } from '../../schemas.ts';
import { unlessRefused } from '../answer.ts';
import { adminRoutes } from '../routes.ts';
import { instant, nullable, uuid } from '../schemas.ts';
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
import { readServiceAccount, serviceAccountsPath } from './service-accounts.ts';

const ServiceAccountKey = Type.Object(
  {
    keyId,
    name: keyName,
    status: oneOf(keyStatuses),
    createdAt: instant,
    expiresAt: instant,
    revokedAt: nullable.instant,
    lastUsedAt: nullable.instant,
  },
  { $id: 'ServiceAccountKey' },
);

const example = {
  keyId: '5OovhljCmXG',
  name: 'Production, EU',
  status: 'Active',
  createdAt: '2026-11-15T09:00:00.000Z',
  expiresAt: '2027-02-13T09:00:00.000Z',
  revokedAt: null,
  lastUsedAt: '2026-11-15T09:30:00.000Z',
};

const newKey = answer(
  'The key. Its text is shown here and never again.',
  Type.Object({
    keyId,
    key: Type.String({ description: 'The whole key; it is shown only once.' }),
    expiresAt: instant,
  }),
  { keyId: example.keyId, key: 'tsa_5OovhljCmXG_…', expiresAt: example.expiresAt },
);

const newKeyView = ({ keyId, text, expiresAt }: IssuedServiceAccountKey) => ({ keyId, key: text, expiresAt });

const expiryRule =
  'A key expires after 90 days, or at `expiresAt`: at most a year from now, and within the maximum age of API keys ' +
  'that the settings allow.';

const path = `${serviceAccountsPath}/:serviceAccountId/keys` as const;
const keyParameters = Type.Object({ workspaceId: uuid, serviceAccountId: uuid, keyId });

export const serviceAccountKeyRoutes = adminRoutes((routes, context) => {
  routes.schemas(ServiceAccountKey);

  routes.get(path, {
    access: 'read',
    operationId: 'listServiceAccountKeys',
    summary: 'List the keys of a service account',
    description: 'Active keys, and the latest that expired or were revoked.',
    tags: ['Service accounts'],
    answers: {
      200: answer(
        'Its keys, newest first; never their text.',
        Type.Object({ items: Type.Array(Type.Ref('ServiceAccountKey')) }),
        { items: [example] },
      ),
    },
    handle: async ({ workspaceId, params }) => {
      const account = await readServiceAccount(context.database, workspaceId, params.serviceAccountId);
      if (isRefusal(account)) return account;
      const now = context.clock.now();
      const keys = await listServiceAccountKeyViews(context.database, account);
      return { items: keys.map((key) => ({ ...key, status: keyStatusOf(key, now) })) };
    },
  });

  routes.post(path, {
    access: 'change:members',
    operationId: 'issueServiceAccountKey',
    summary: 'Issue a key of a service account',
    description: expiryRule,
    tags: ['Service accounts'],
    body: Type.Object(newKeyMembers),
    answers: { 201: newKey },
    refusals: ['workspace.limit_reached'],
    handle: async ({ action, workspaceId, params, body }) => {
      const key = { expiresAt: readInstant(body.expiresAt), name: body.name ?? null };
      const issued = await issueServiceAccountKey(action, workspaceId, params.serviceAccountId, key);
      return unlessRefused(issued, newKeyView);
    },
  });

  routes.patch(`${path}/:keyId`, {
    access: 'change:members',
    operationId: 'renameServiceAccountKey',
    summary: 'Rename a key of a service account',
    tags: ['Service accounts'],
    params: keyParameters,
    body: Type.Object({ name: writtenKeyName }),
    answers: { 200: renamedKey },
    handle: async ({ action, workspaceId, params, body }) =>
      unlessRefused(await renameServiceAccountKey(action, workspaceId, params, body.name), ({ name }) => ({
        keyId: params.keyId,
        name,
      })),
  });

  routes.post(`${path}/:keyId/rotate`, {
    access: 'change:members',
    operationId: 'rotateServiceAccountKey',
    summary: 'Rotate a key of a service account',
    description: `The new key keeps the name. The old key stays valid for the overlap, so that pipelines can switch. ${expiryRule}`,
    tags: ['Service accounts'],
    params: keyParameters,
    body: Type.Object(rotationMembers),
    answers: { 201: newKey },
    refusals: ['workspace.limit_reached'],
    handle: async ({ action, workspaceId, params, body }) =>
      unlessRefused(
        await rotateServiceAccountKey(action, workspaceId, params, readRotation(body)),
        newKeyView,
      ),
  });

  routes.post(`${path}/:keyId/revoke`, {
    access: 'change:members',
    operationId: 'revokeServiceAccountKey',
    summary: 'Revoke a key of a service account',
    description: 'It is refused at once.',
    tags: ['Service accounts'],
    params: keyParameters,
    answers: {
      200: answer('The key is revoked.', Type.Object({ keyId, revokedAt: instant }), {
        keyId: example.keyId,
        revokedAt: '2026-11-15T09:00:00.000Z',
      }),
    },
    handle: async ({ action, workspaceId, params }) =>
      unlessRefused(await revokeServiceAccountKey(action, workspaceId, params), ({ revokedAt }) => ({
        keyId: params.keyId,
        revokedAt,
      })),
  });
});
