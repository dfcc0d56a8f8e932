import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { changeWorkspaceSettings } from '../../actions/change-workspace-settings.ts';
import { type PartnerPlan, partnerPlans } from '../../core/api-client.ts';
import { isRefusal } from '../../core/refusal.ts';
import { mostSupportAddresses } from '../../core/support-address.ts';
import { longestHoldMinutes } from '../../core/usage-window.ts';
import { loadWorkspace, loadWorkspaceSettings, type StoredSettings } from '../../storage/workspaces.ts';
import type { ApiContext } from '../context.ts';
import { sendRefusal } from '../problem.ts';
import { answer, nameText, oneOf } from '../schemas.ts';
import { actionContext, memberOf } from './access.ts';
import { expectedRevision, ifMatchHeader, revisionHeaders, sendRevision } from './precondition.ts';
import { editRefusals, readRefusals, uuid, workspacePath } from './schemas.ts';

const editable = {
  name: nameText(200),
  usageHoldMinutes: Type.Integer({
    minimum: 0,
    maximum: longestHoldMinutes,
    description: 'For how long a new usage report can be replaced before it is sent.',
  }),
  supportAddresses: Type.Array(Type.String({ maxLength: 254 }), {
    maxItems: mostSupportAddresses,
    description: 'Whom notices are mailed to; none: they stay in the inbox.',
  }),
  acceptsFewerSeats: Type.Boolean({
    description:
      'Whether customers may buy fewer seats on the marketplace than are assigned: support is told then. Otherwise ' +
      'such a change is refused.',
  }),
};

const Settings = Type.Object(
  {
    workspaceId: uuid,
    slug: Type.String(),
    partnerPlan: oneOf(Object.keys(partnerPlans) as PartnerPlan[]),
    ...editable,
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
};

const path = '/workspaces/:workspaceId/settings';

export const settingsRoutes =
  (context: ApiContext): FastifyPluginAsyncTypebox =>
  async (app) => {
    const theSettings = answer('The settings.', Type.Ref('WorkspaceSettings'), example, revisionHeaders);
    const viewOf = async (workspaceId: string, { revision: _, ...settings }: StoredSettings) => {
      const { slug, partnerPlan } = await loadWorkspace(context.database, workspaceId);
      return { workspaceId, slug, partnerPlan, ...settings };
    };
    app.addSchema(Settings);

    app.get(
      path,
      {
        config: { access: 'read' },
        schema: {
          operationId: 'readSettings',
          summary: "The workspace's settings",
          tags: ['Settings'],
          params: workspacePath(),
          response: { 200: theSettings, ...readRefusals() },
        },
      },
      async (request, reply) => {
        const { workspaceId } = memberOf(request);
        const settings = await loadWorkspaceSettings(context.database, workspaceId);
        return sendRevision(reply, settings, await viewOf(workspaceId, settings));
      },
    );

    app.patch(
      path,
      {
        config: { access: 'change:settings' },
        schema: {
          operationId: 'changeSettings',
          summary: 'Change settings',
          description: 'What is left out stays.',
          tags: ['Settings'],
          params: workspacePath(),
          headers: ifMatchHeader,
          body: Type.Partial(Type.Object(editable)),
          response: { 200: theSettings, ...editRefusals() },
        },
      },
      async (request, reply) => {
        const expected = expectedRevision(request);
        if (isRefusal(expected)) return sendRefusal(reply, expected);
        const { workspaceId } = memberOf(request);
        const { name, usageHoldMinutes, supportAddresses, acceptsFewerSeats } = request.body;
        const changes = {
          ...(name !== undefined && { name }),
          ...(usageHoldMinutes !== undefined && { usageHoldMinutes }),
          ...(supportAddresses !== undefined && { supportAddresses }),
          ...(acceptsFewerSeats !== undefined && { acceptsFewerSeats }),
        };
        const changed = await changeWorkspaceSettings(
          actionContext(context, request),
          workspaceId,
          changes,
          expected,
        );
        if (isRefusal(changed)) return sendRefusal(reply, changed);
        return sendRevision(reply, changed, await viewOf(workspaceId, changed));
      },
    );
  };
