import { Type } from 'typebox';
import { changeWorkspaceSettings, requestConfirmationMail } from '../../../actions/workspaces/settings.ts';
import { isRefusal } from '../../../core/refusal.ts';
import { type PartnerPlan, partnerPlans } from '../../../core/workspaces/limits.ts';
import {
  afterLicenceEnds,
  maxHoldMinutes,
  maxKeyAgeDays,
  maxSignInTenants,
  maxSigningKeyAgeDays,
  maxSupportAddresses,
  maxTokenLifetimeHours,
  minSigningKeyAgeDays,
} from '../../../core/workspaces/settings.ts';
import { listConfirmedAddresses } from '../../../storage/workspaces/support-confirmations.ts';
import {
  loadWorkspace,
  loadWorkspaceSettings,
  type StoredSettings,
} from '../../../storage/workspaces/workspaces.ts';
import { jsonResponse, nameText, oneOf } from '../../schemas.ts';
import { revisionHeaders, withRevision } from '../response.ts';
import { adminRoutes } from '../routes.ts';
import { described, given, noContent, uuid } from '../schemas.ts';

const editable = {
  name: nameText(200),
  usageHoldMinutes: Type.Integer({
    minimum: 0,
    maximum: maxHoldMinutes,
    description: 'The hold of new usage reports, in which the quantity can be replaced.',
  }),
  supportAddresses: Type.Array(Type.String({ maxLength: 254 }), {
    // The limit of the table: older workspaces may have more addresses than the present maximum.
    maxItems: 20,
    description:
      `The recipients of notices, at most ${maxSupportAddresses}; without one notices stay in the inbox. A new address gets a ` +
      'confirmation link, and no other mail until it is confirmed.',
  }),
  acceptsFewerSeats: Type.Boolean({
    description:
      'Whether customers may buy fewer seats on the marketplace than are assigned; support then gets a notice. Otherwise ' +
      'such a change is refused.',
  }),
  assignBuyer: Type.Boolean({
    description:
      'Whether the buyer of a plan with seats gets the first seat when the subscription is activated, as a member of the ' +
      'tenant. Default: true.',
  }),
  signInTenants: Type.Array(uuid, {
    maxItems: maxSignInTenants,
    description:
      'The tenants whose accounts may sign in to the workspace; empty: any. Members of other tenants lose access at once. ' +
      'Your own tenant must be included.',
  }),
  apiKeyMaxAgeDays: Type.Unsafe<number | null>({
    type: ['integer', 'null'],
    minimum: 1,
    maximum: maxKeyAgeDays,
    description:
      'The maximum lifetime of a new or rotated key in days, of API clients and service accounts; null: unlimited for ' +
      'API clients. Existing keys stay.',
  }),
  mailsUsageAlerts: Type.Boolean({
    description:
      'Whether the administrators of customers are mailed when a use reaches a threshold of its dimension, once in a period. ' +
      'Default: false.',
  }),
  tokenLifetimeHours: Type.Integer({
    minimum: 1,
    maximum: maxTokenLifetimeHours,
    description:
      'The life of an entitlement token in hours; it is replaced after half of it. Default: 168, 7 days.',
  }),
  afterLicenceEnd: described(
    oneOf(afterLicenceEnds),
    'The access level of an installation whose token or licence file has ended with its grace period. It is in the signed ' +
      'text: a change counts for tokens and licence files made from then on. Default: `ReadOnly`.',
  ),
  signingKeyMaxAgeDays: Type.Unsafe<number | null>({
    type: ['integer', 'null'],
    minimum: minSigningKeyAgeDays,
    maximum: maxSigningKeyAgeDays,
    description: 'The age at which the signing key is replaced, in days; null: only by hand. Default: 365.',
  }),
};

const Settings = Type.Object(
  {
    workspaceId: uuid,
    slug: Type.String(),
    partnerPlan: oneOf(Object.keys(partnerPlans) as PartnerPlan[]),
    ...editable,
    supportAddressStates: Type.Array(Type.Object({ address: Type.String(), confirmed: Type.Boolean() }), {
      description: 'Each of `supportAddresses` with its confirmation.',
    }),
    mailsNotices: Type.Boolean({ description: 'False if no mail server is configured: no mail is sent.' }),
  },
  { $id: 'WorkspaceSettings' },
);

const example = {
  workspaceId: '0198f6a2-6c1e-7d70-9a53-9e16a1b010a7',
  slug: 'arcadia',
  partnerPlan: 'Growth',
  name: 'Arcadia Software',
  usageHoldMinutes: 15,
  supportAddresses: ['support@arcadia.example'],
  acceptsFewerSeats: false,
  assignBuyer: true,
  signInTenants: ['a0000000-0000-4000-8000-000000000001'],
  apiKeyMaxAgeDays: 365,
  mailsUsageAlerts: false,
  tokenLifetimeHours: 168,
  afterLicenceEnd: 'ReadOnly',
  signingKeyMaxAgeDays: 365,
  supportAddressStates: [{ address: 'support@arcadia.example', confirmed: true }],
  mailsNotices: true,
};

const path = '/workspaces/:workspaceId/settings';

export const settingsRoutes = adminRoutes('Settings', (routes, context) => {
  const theSettings = jsonResponse('The settings.', Type.Ref('WorkspaceSettings'), example, revisionHeaders);
  const answerOf = async (workspaceId: string, found: StoredSettings) => {
    const { revision: _, ...settings } = found;
    const { slug, partnerPlan } = await loadWorkspace(context.database, workspaceId);
    const confirmed = new Set(await listConfirmedAddresses(context.database, workspaceId));
    const supportAddressStates = settings.supportAddresses.map((address) => ({
      address,
      confirmed: confirmed.has(address.toLowerCase()),
    }));
    const { mailsNotices } = context;
    return withRevision(found, () => ({
      workspaceId,
      slug,
      partnerPlan,
      ...settings,
      supportAddressStates,
      mailsNotices,
    }));
  };
  routes.schemas(Settings);

  routes.get(path, {
    access: 'read',
    operationId: 'readSettings',
    summary: "Read the workspace's settings",
    responses: { 200: theSettings },
    handle: async ({ workspaceId }) =>
      answerOf(workspaceId, await loadWorkspaceSettings(context.database, workspaceId)),
  });

  routes.patch(path, {
    access: 'change:settings',
    operationId: 'changeSettings',
    summary: 'Change settings',
    description: 'Omitted settings stay unchanged.',
    isEdit: true,
    body: Type.Partial(Type.Object(editable)),
    responses: { 200: theSettings },
    handle: async ({ action, caller, workspaceId, body, revision }) => {
      const changes = given(editable, body);
      const changed = await changeWorkspaceSettings(action, workspaceId, changes, revision, caller.tenantId);
      return isRefusal(changed) ? changed : answerOf(workspaceId, changed);
    },
  });

  routes.post(`${path}/support-address-confirmation`, {
    access: 'change:settings',
    operationId: 'sendSupportAddressConfirmation',
    summary: 'Send the confirmation mail of a support address again',
    description:
      'The link of the previous mail stops working. The pause between two mails to an address is 5 minutes and doubles ' +
      'each time, up to a day. A confirmed address gets no mail.',
    body: Type.Object({ address: Type.String({ minLength: 1, maxLength: 254 }) }),
    responses: noContent('The mail is sent within seconds.'),
    handle: ({ action, workspaceId, body }) => requestConfirmationMail(action, workspaceId, body.address),
  });
});
