import { Type } from 'typebox';
import { rotateSigningKey, withdrawSigningKey } from '../../../actions/entitlements/signed/signing-keys.ts';
import {
  listedUntil,
  signingKeyState,
  signingKeyStates,
  withdrawalConsequence,
} from '../../../core/entitlements/signed/signing-key.ts';
import { maxReasonLength } from '../../../core/workspaces/audit.ts';
import { listSigningKeys, type SigningKeyView } from '../../../storage/entitlements/signed/signing-keys.ts';
import { jsonResponse, nameText, oneOf } from '../../schemas.ts';
import { unlessRefused } from '../response.ts';
import { adminRoutes } from '../routes.ts';
import { described, instant, nullable, uuid } from '../schemas.ts';

const kid = Type.String({
  pattern: '^[A-Za-z0-9_-]{43}$',
  description: 'The RFC 7638 thumbprint of the public key, which tokens name.',
});

const SigningKey = Type.Object(
  {
    kid,
    state: described(
      oneOf(signingKeyStates),
      '`Active` signs; `Replaced` is still published; `Withdrawn` is not, and nothing that it signed is trusted.',
    ),
    madeAt: instant,
    madeBy: described(nullable.text, 'Who made it; null: the service, on first use or by age.'),
    replacedAt: nullable.instant,
    withdrawnAt: nullable.instant,
    withdrawReason: nullable.text,
    listedUntil: described(
      nullable.instant,
      'Until when it is published; null: while it is active. Of a withdrawn key: its withdrawal.',
    ),
    licenceFiles: Type.Integer({
      description: 'Licence files that were signed with it and are neither expired nor revoked.',
    }),
  },
  { $id: 'SigningKey' },
);

const example = {
  kid: 'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k',
  state: 'Active',
  madeAt: '2026-11-15T09:00:00.000Z',
  madeBy: null,
  replacedAt: null,
  withdrawnAt: null,
  withdrawReason: null,
  listedUntil: null,
  licenceFiles: 3,
};

const withdrawnExample = {
  ...example,
  state: 'Withdrawn',
  replacedAt: '2026-11-16T09:00:00.000Z',
  withdrawnAt: '2026-11-16T09:00:00.000Z',
  withdrawReason: 'A backup was stolen',
  listedUntil: '2026-11-16T09:00:00.000Z',
  consequence: withdrawalConsequence(3),
};

const viewOf = (key: SigningKeyView) => ({
  ...key,
  state: signingKeyState(key),
  listedUntil: listedUntil(key),
});

const path = '/workspaces/:workspaceId/signing-keys';

/** The keys with which the workspace signs entitlements. */
export const signingKeyRoutes = adminRoutes('Settings', (routes, { clock, database, encryptionKey }) => {
  const theKey = jsonResponse('The active key.', Type.Ref('SigningKey'), example);
  routes.schemas(SigningKey);

  routes.get(path, {
    access: 'read',
    operationId: 'listWorkspaceSigningKeys',
    summary: 'List the signing keys',
    description:
      'The active key first, then the latest replaced. Empty until the workspace first signs something. Private keys are ' +
      'never shown.',
    responses: {
      200: jsonResponse('The keys.', Type.Object({ items: Type.Array(Type.Ref('SigningKey')) }), {
        items: [example],
      }),
    },
    handle: async ({ workspaceId }) => ({
      items: (await listSigningKeys(database, workspaceId, clock.now())).map(viewOf),
    }),
  });

  routes.post(`${path}/rotate`, {
    access: 'change:settings',
    operationId: 'rotateSigningKey',
    summary: 'Rotate the signing key',
    description:
      'Makes another key, which signs from now on. The replaced key stays published for 430 days, so that tokens and licence ' +
      'files signed with it verify to their end; its private part is deleted. Installations with keys compiled in need the ' +
      'new key before they get a licence file signed with it.',
    responses: { 201: theKey },
    refusals: ['signing_key.too_many'],
    handle: async ({ action, workspaceId }) =>
      unlessRefused(await rotateSigningKey(action, workspaceId, encryptionKey), viewOf),
  });

  routes.post(`${path}/:kid/withdraw`, {
    access: 'change:settings',
    operationId: 'withdrawSigningKey',
    summary: 'Withdraw a signing key',
    description:
      'For a key that others may know. It is not published any more: nothing that it signed is trusted, and licence files ' +
      'signed with it must be issued again. Withdrawing the active key makes another one first. It cannot be undone.',
    params: Type.Object({ workspaceId: uuid, kid }),
    body: Type.Object({ reason: nameText(maxReasonLength, 'Why, for the audit log.') }),
    responses: {
      200: jsonResponse(
        'The withdrawn key.',
        Type.Intersect([
          Type.Ref('SigningKey'),
          Type.Object({
            consequence: Type.String({ description: 'What the withdrawal means, for people.' }),
          }),
        ]),
        withdrawnExample,
      ),
    },
    refusals: ['signing_key.already_withdrawn'],
    handle: async ({ action, workspaceId, params, body }) =>
      unlessRefused(
        await withdrawSigningKey(action, workspaceId, params.kid, body.reason.trim(), encryptionKey),
        (key) => ({ ...viewOf(key), consequence: withdrawalConsequence(key.licenceFiles) }),
      ),
  });
});
