import { type TSchema, Type } from 'typebox';
import {
  changeKey,
  type IssuedKey,
  issueKey,
  type KeyOfOwner,
  type OwnerOfKeys,
  revokeKey,
  rotateKey,
} from '../../../actions/clients/keys.ts';
import { maxAllowedNetworks } from '../../../core/clients/allowed-networks.ts';
import {
  type ApiKeyLife,
  defaultRotationOverlap,
  isKeyAlive,
  maxRotationOverlap,
} from '../../../core/clients/credential.ts';
import { maxKeyName } from '../../../core/clients/key-rules.ts';
import { isRefusal, type Refusal } from '../../../core/refusal.ts';
import { instantOf } from '../../../core/values/timestamp.ts';
import type { Permission } from '../../../core/workspaces/member-role.ts';
import { listKeyViews } from '../../../storage/clients/api-keys.ts';
import type { Database } from '../../../storage/database.ts';
import { jsonResponse, oneOf } from '../../schemas.ts';
import { unlessRefused } from '../response.ts';
import { type AdminRoutes, adminRoutes } from '../routes.ts';
import { described, given, instant, nullable, uuid } from '../schemas.ts';
import { apiClientsPath, readApiClient } from './api-clients.ts';
import { readServiceAccount, serviceAccountsPath } from './service-accounts.ts';

const hour = 3_600_000;

const keyId = Type.String({ pattern: '^[0-9A-Za-z]{11}$', description: 'The readable part of the key.' });
const shownName = 'For people, such as the place where the key is used; null: none.';
const keyName = described(nullable.text, shownName);
const writtenKeyName = Type.Unsafe<string | null>({
  type: ['string', 'null'],
  maxLength: maxKeyName,
  description: `${shownName} One line.`,
});
const fromNetworks =
  'The networks that the key may be used from, in CIDR notation, or single addresses; null: from anywhere.';
const allowedNetworks = Type.Unsafe<string[] | null>({
  type: ['array', 'null'],
  items: { type: 'string' },
  description: fromNetworks,
});
/** The settings of a key in requests. */
const writtenSettings = {
  name: Type.Optional(writtenKeyName),
  allowedNetworks: Type.Optional(
    Type.Unsafe<string[] | null>({
      type: ['array', 'null'],
      items: { type: 'string', maxLength: 50 },
      maxItems: maxAllowedNetworks,
      description: fromNetworks,
    }),
  ),
};
const keyText = Type.String({ description: 'The whole key; it is shown only once.' });
const writtenExpiry = Type.Optional(nullable.writtenInstant);
const overlapHours = Type.Optional(
  Type.Number({
    minimum: 0,
    maximum: maxRotationOverlap / hour,
    description: `Default: ${defaultRotationOverlap / hour}.`,
  }),
);

const keyStatuses = ['Active', 'Expired', 'Revoked'] as const;

function keyStatusOf(key: ApiKeyLife, now: Date): (typeof keyStatuses)[number] {
  if (key.revokedAt !== null) return 'Revoked';
  return isKeyAlive(key, now) ? 'Active' : 'Expired';
}

const readInstant = (text: string | null | undefined) => (text ? instantOf(text) : null);

type Ids = Readonly<Record<'apiClientId' | 'serviceAccountId' | 'keyId', string>>;

/** The difference between the routes for keys of API clients and of service accounts. */
interface OwnersRoutes {
  readonly schemaName: 'ApiKey' | 'ServiceAccountKey';
  readonly path: string;
  readonly keyPath: string;
  readonly keyParameters: TSchema;
  readonly access: Permission;
  readonly tag: string;
  /** The end of each summary. */
  readonly ofOwner: string;
  readonly list: { readonly summary: string; readonly description?: string };
  readonly listed: string;
  readonly issue: { readonly description?: string };
  readonly rotate: { readonly description: string };
  readonly revoke: { readonly description?: string };
  readonly expiresAt: TSchema;
  readonly expiryExample: string | null;
  readonly newKey: Parameters<typeof Type.Object>[0];
  readonly newKeyExample: object;
  newKeyView(key: IssuedKey): object;
  ownerOf(ids: Ids): OwnerOfKeys;
  keyOf(ids: Ids): KeyOfOwner;
  findOwner(database: Database, workspaceId: string, id: string): Promise<object | Refusal>;
}

function keyRoutes(of: OwnersRoutes): AdminRoutes {
  const { schemaName, access, ofOwner, ownerOf, keyOf, newKeyView } = of;
  const newKey = jsonResponse(
    'The key. Its text is shown here and never again.',
    Type.Object(of.newKey),
    of.newKeyExample,
  );
  const example = {
    keyId: '5OovhljCmXG',
    name: 'Production, EU',
    allowedNetworks: ['192.0.2.0/24', '2001:db8::7'],
    status: 'Active',
    createdAt: '2026-11-15T09:00:00.000Z',
    expiresAt: of.expiryExample,
    revokedAt: null,
    lastUsedAt: '2026-11-15T09:30:00.000Z',
  };
  const ofKey = { access, params: of.keyParameters };

  return adminRoutes(of.tag, (routes, { database, clock }) => {
    routes.schemas(
      Type.Object(
        {
          keyId,
          name: keyName,
          allowedNetworks,
          status: oneOf(keyStatuses),
          createdAt: instant,
          expiresAt: of.expiresAt,
          revokedAt: nullable.instant,
          lastUsedAt: nullable.instant,
        },
        { $id: schemaName },
      ),
    );

    routes.get(of.path, {
      access: 'read',
      operationId: `list${schemaName}s`,
      ...of.list,
      responses: {
        200: jsonResponse(of.listed, Type.Object({ items: Type.Array(Type.Ref(schemaName)) }), {
          items: [example],
        }),
      },
      handle: async ({ workspaceId, params }) => {
        const owner = ownerOf(params as Ids);
        const found = await of.findOwner(database, workspaceId, owner.id);
        if (isRefusal(found)) return found;
        const now = clock.now();
        const keys = await listKeyViews(database, workspaceId, owner);
        return { items: keys.map((key) => ({ ...key, status: keyStatusOf(key, now) })) };
      },
    });

    routes.post(of.path, {
      access,
      operationId: `issue${schemaName}`,
      summary: `Issue a key${ofOwner}`,
      ...of.issue,
      body: Type.Object({ expiresAt: writtenExpiry, ...writtenSettings }),
      responses: { 201: newKey },
      refusals: ['workspace.limit_reached'],
      handle: async ({ action, workspaceId, params, body }) => {
        const settings = { ...given(writtenSettings, body), expiresAt: readInstant(body.expiresAt) };
        return unlessRefused(
          await issueKey(action, workspaceId, ownerOf(params as Ids), settings),
          newKeyView,
        );
      },
    });

    routes.patch(of.keyPath, {
      ...ofKey,
      operationId: `rename${schemaName}`,
      summary: `Rename a key${ofOwner}, or change the networks that it may be used from`,
      description: 'An absent member stays as it is.',
      body: Type.Object(writtenSettings),
      responses: {
        200: jsonResponse('The key is changed.', Type.Object({ keyId, name: keyName, allowedNetworks }), {
          keyId: example.keyId,
          name: example.name,
          allowedNetworks: example.allowedNetworks,
        }),
      },
      handle: async ({ action, workspaceId, params, body }) => {
        const key = keyOf(params as Ids);
        const changed = await changeKey(action, workspaceId, key, given(writtenSettings, body));
        return unlessRefused(changed, (settings) => ({ keyId: key.keyId, ...settings }));
      },
    });

    routes.post(`${of.keyPath}/rotate`, {
      ...ofKey,
      operationId: `rotate${schemaName}`,
      summary: `Rotate a key${ofOwner}`,
      ...of.rotate,
      body: Type.Object({ overlapHours, expiresAt: writtenExpiry }),
      responses: { 201: newKey },
      refusals: ['workspace.limit_reached'],
      handle: async ({ action, workspaceId, params, body }) => {
        const { overlapHours = defaultRotationOverlap / hour, expiresAt } = body;
        const rotation = { overlap: overlapHours * hour, expiresAt: readInstant(expiresAt) };
        return unlessRefused(
          await rotateKey(action, workspaceId, keyOf(params as Ids), rotation),
          newKeyView,
        );
      },
    });

    routes.post(`${of.keyPath}/revoke`, {
      ...ofKey,
      operationId: `revoke${schemaName}`,
      summary: `Revoke a key${ofOwner}`,
      ...of.revoke,
      responses: {
        200: jsonResponse('The key is revoked.', Type.Object({ keyId, revokedAt: instant }), {
          keyId: example.keyId,
          revokedAt: example.createdAt,
        }),
      },
      handle: async ({ action, workspaceId, params }) => {
        const key = keyOf(params as Ids);
        const revoked = await revokeKey(action, workspaceId, key);
        return unlessRefused(revoked, ({ revokedAt }) => ({ keyId: key.keyId, revokedAt }));
      },
    });
  });
}

const rotationOf = (users: string) =>
  `The new key keeps the name and the networks. The old key stays valid for the overlap, so that ${users} can switch.`;

export const apiKeyRoutes = keyRoutes({
  schemaName: 'ApiKey',
  path: `${apiClientsPath}/:apiClientId/api-keys`,
  keyPath: '/workspaces/:workspaceId/api-keys/:keyId',
  keyParameters: Type.Object({ workspaceId: uuid, keyId }),
  access: 'change:apiClients',
  tag: 'API clients',
  ofOwner: '',
  list: { summary: 'List the keys of an API client' },
  listed: 'Its keys, the newest first; never their text.',
  issue: {},
  rotate: { description: rotationOf('deployments') },
  revoke: {},
  expiresAt: nullable.instant,
  expiryExample: null,
  newKey: { keyId, apiKey: keyText },
  newKeyExample: { keyId: '5OovhljCmXG', apiKey: 'tsk_5OovhljCmXG_…' },
  newKeyView: ({ keyId, text }) => ({ keyId, apiKey: text }),
  ownerOf: ({ apiClientId }) => ({ kind: 'api-client', id: apiClientId }),
  keyOf: ({ keyId }) => ({ kind: 'api-client', keyId }),
  findOwner: readApiClient,
});

const accountKeyExpiry = '2027-02-13T09:00:00.000Z';
const expiryRule =
  'A key expires after 90 days, or at `expiresAt`: at most a year from now, and within the maximum age of API keys ' +
  'that the settings allow.';

export const serviceAccountKeyRoutes = keyRoutes({
  schemaName: 'ServiceAccountKey',
  path: `${serviceAccountsPath}/:serviceAccountId/keys`,
  keyPath: `${serviceAccountsPath}/:serviceAccountId/keys/:keyId`,
  keyParameters: Type.Object({ workspaceId: uuid, serviceAccountId: uuid, keyId }),
  access: 'change:members',
  tag: 'Service accounts',
  ofOwner: ' of a service account',
  list: {
    summary: 'List the keys of a service account',
    description: 'Active keys, and the latest that expired or were revoked.',
  },
  listed: 'Its keys, newest first; never their text.',
  issue: { description: expiryRule },
  rotate: { description: `${rotationOf('pipelines')} ${expiryRule}` },
  revoke: { description: 'It is refused at once.' },
  expiresAt: instant,
  expiryExample: accountKeyExpiry,
  newKey: { keyId, key: keyText, expiresAt: instant },
  newKeyExample: { keyId: '5OovhljCmXG', key: 'tsa_5OovhljCmXG_…', expiresAt: accountKeyExpiry },
  newKeyView: ({ keyId, text, expiresAt }) => ({ keyId, key: text, expiresAt }),
  ownerOf: ({ serviceAccountId }) => ({ kind: 'service-account', id: serviceAccountId }),
  keyOf: ({ serviceAccountId, keyId }) => ({ kind: 'service-account', id: serviceAccountId, keyId }),
  findOwner: readServiceAccount,
});
