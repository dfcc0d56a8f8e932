import { Type } from 'typebox';
import { changeMailPreferences } from '../../../actions/workspaces/mail-preferences.ts';
import { refuseUnknown } from '../../../core/refusal.ts';
import { getsAtRiskMail } from '../../../core/workspaces/at-risk-mail.ts';
import { listMailChoices } from '../../../storage/workspaces/at-risk-mails.ts';
import { jsonResponse } from '../../schemas.ts';
import { adminRoutes } from '../routes.ts';
import { uuid } from '../schemas.ts';
import { memberCaller } from '../workspace-caller.ts';

const preferences = {
  customersAtRisk: Type.Boolean({
    description:
      'The weekly mail about customers at risk. Until the person chooses, only Partner administrators get it.',
  }),
};

const MailPreferences = Type.Object(preferences, { $id: 'MailPreferences' });
const path = '/me/mail-preferences';
const example = { customersAtRisk: true };

/** Which mails the signed-in person gets, in each workspace. */
export const mailPreferenceRoutes = adminRoutes('Session', (routes, context) => {
  routes.schemas(MailPreferences);
  routes.get(path, {
    access: 'session',
    operationId: 'readMailPreferences',
    summary: 'Read which mails you get',
    responses: {
      200: jsonResponse(
        'One item for each workspace.',
        Type.Object({
          items: Type.Array(
            Type.Object({
              workspaceId: uuid,
              memberId: uuid,
              email: Type.String({ description: 'Where the mails go.' }),
              ...preferences,
            }),
          ),
          sendsMails: Type.Boolean({
            description: 'False if no mail server is configured: no mail is sent.',
          }),
        }),
        {
          items: [
            {
              workspaceId: '0198f6a2-6c1e-7d70-9a53-9e16a1b010a7',
              memberId: '0198f6a2-6c1e-7d70-9a53-9e16a1b010b8',
              email: 'mara@partner.example',
              ...example,
            },
          ],
          sendsMails: true,
        },
      ),
    },
    refusals: ['request.rate_limited'],
    handle: async ({ session: { memberships } }) => {
      const chosen = await listMailChoices(context.database, memberships);
      const items = memberships.map(({ workspaceId, memberId, email, role }) => ({
        workspaceId,
        memberId,
        email,
        customersAtRisk: getsAtRiskMail({ role, chosen: chosen.get(memberId) ?? null }),
      }));
      return { items, sendsMails: context.mailsNotices };
    },
  });

  routes.put(`${path}/:memberId`, {
    access: 'session',
    operationId: 'changeMailPreferences',
    summary: 'Choose which mails you get',
    description: 'By your member id in the workspace.',
    body: Type.Object(preferences),
    responses: { 200: jsonResponse('The preferences.', Type.Ref('MailPreferences'), example) },
    refusals: ['request.rate_limited', 'resource.not_found'],
    handle: ({ raw, session, params, body }) => {
      const memberId = params.memberId.toLowerCase();
      const own = session.memberships.find((membership) => membership.memberId === memberId);
      if (!own) return refuseUnknown('memberId', 'member');
      const { writes: database, clock, randomBytes } = context;
      const actor = { ...memberCaller(own).actor, address: raw.ip };
      const action = { database, now: clock.now(), randomBytes, actor };
      const { customersAtRisk } = body;
      return changeMailPreferences(action, own.workspaceId, memberId, { customersAtRisk });
    },
  });
});
