import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { changeMemberRole } from '../../../actions/workspaces/change-member-role.ts';
import { inviteMember } from '../../../actions/workspaces/invite-member.ts';
import { removeMember } from '../../../actions/workspaces/remove-member.ts';
import { renewInvitation } from '../../../actions/workspaces/renew-invitation.ts';
import { isRefusal, refuseUnknown } from '../../../core/refusal.ts';
import type { WorkspaceMember } from '../../../core/workspaces/member.ts';
import { memberRoles } from '../../../core/workspaces/member-role.ts';
import { findWorkspaceMember, listMembers } from '../../../storage/workspaces/members.ts';
import type { ApiContext } from '../../context.ts';
import { sendRefusal } from '../../problem.ts';
import { answer, oneOf } from '../../schemas.ts';
import { actionContext, memberOf } from '../access.ts';
import { pageAnswer, pageOf, pageQuery, readLimit } from '../paging.ts';
import { expectedRevision, ifMatchHeader, revisionHeaders, sendRevision } from '../precondition.ts';
import { changeRefusals, editRefusals, nullable, readRefusals, uuid, workspacePath } from '../schemas.ts';
import { memberExample as example, Member, memberView } from './member-view.ts';

const path = '/workspaces/:workspaceId/members';

export const memberRoutes =
  (context: ApiContext): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.addSchema(Member);
    const viewOf = (member: WorkspaceMember) => memberView(member, context.clock.now());
    app.get(
      path,
      {
        config: { access: 'read' },
        schema: {
          operationId: 'listMembers',
          summary: 'List members and invitations',
          tags: ['Members'],
          params: workspacePath(),
          querystring: Type.Object(pageQuery),
          response: {
            200: pageAnswer('Members, the newest first.', Type.Ref('Member'), example),
            ...readRefusals(),
          },
        },
      },
      async (request) => {
        const { limit, toRead } = readLimit(request.query);
        const { workspaceId } = memberOf(request);
        const question = { after: request.query.after, limit: toRead };
        const members = await listMembers(context.database, workspaceId, question);
        return pageOf(members, limit, ({ memberId }) => memberId, viewOf);
      },
    );

    app.post(
      path,
      {
        config: { access: 'change:members' },
        schema: {
          operationId: 'inviteMember',
          summary: 'Invite somebody',
          description:
            'They are a member as soon as they sign in, within 7 days, with the work account whose user name ' +
            '`email` is; when `tenantId` is given, with one of that tenant only. Required for an administrator.',
          tags: ['Members'],
          params: workspacePath(),
          body: Type.Object({
            email: Type.String({ minLength: 3, maxLength: 254 }),
            role: oneOf(memberRoles),
            tenantId: Type.Optional(nullable.uuid),
          }),
          response: {
            201: answer('The invitation.', Type.Ref('Member'), example, revisionHeaders),
            ...changeRefusals('workspace.limit_reached'),
          },
        },
      },
      async (request, reply) => {
        const { email, role, tenantId = null } = request.body;
        const { workspaceId } = memberOf(request);
        const invitation = { email, role, tenantId };
        const invited = await inviteMember(actionContext(context, request), workspaceId, invitation);
        if (isRefusal(invited)) return sendRefusal(reply, invited);
        return sendRevision(reply.code(201), invited, viewOf(invited));
      },
    );

    app.post(
      `${path}/:memberId/invitation`,
      {
        config: { access: 'change:members' },
        schema: {
          operationId: 'renewInvitation',
          summary: 'Renew an invitation',
          description:
            'It is open for another 7 days. `tenantId` names the only tenant from which it is taken from now on.',
          tags: ['Members'],
          params: workspacePath('memberId'),
          body: Type.Object({ tenantId: Type.Optional(uuid) }),
          response: {
            200: answer('The invitation.', Type.Ref('Member'), example, revisionHeaders),
            ...changeRefusals('member.already_joined'),
          },
        },
      },
      async (request, reply) => {
        const { workspaceId } = memberOf(request);
        const { tenantId } = request.body;
        const asked = actionContext(context, request);
        const renewed = await renewInvitation(asked, workspaceId, request.params.memberId, tenantId);
        if (isRefusal(renewed)) return sendRefusal(reply, renewed);
        return sendRevision(reply, renewed, viewOf(renewed));
      },
    );

    app.get(
      `${path}/:memberId`,
      {
        config: { access: 'read' },
        schema: {
          operationId: 'readMember',
          summary: 'One member or invitation',
          tags: ['Members'],
          params: workspacePath('memberId'),
          response: {
            200: answer('The member.', Type.Ref('Member'), example, revisionHeaders),
            ...readRefusals(),
          },
        },
      },
      async (request, reply) => {
        const { workspaceId } = memberOf(request);
        const member = await findWorkspaceMember(context.database, workspaceId, request.params.memberId);
        if (!member) return sendRefusal(reply, refuseUnknown('memberId', 'member'));
        return sendRevision(reply, member, viewOf(member));
      },
    );

    app.patch(
      `${path}/:memberId`,
      {
        config: { access: 'change:members' },
        schema: {
          operationId: 'changeMember',
          summary: "Change a member's role",
          description: 'It holds from their next request on. The last administrator stays one.',
          tags: ['Members'],
          params: workspacePath('memberId'),
          headers: ifMatchHeader,
          body: Type.Object({ role: oneOf(memberRoles) }),
          response: {
            200: answer('The member.', Type.Ref('Member'), example, revisionHeaders),
            ...editRefusals('member.last_administrator'),
          },
        },
      },
      async (request, reply) => {
        const expected = expectedRevision(request);
        if (isRefusal(expected)) return sendRefusal(reply, expected);
        const { workspaceId } = memberOf(request);
        const { memberId } = request.params;
        const { role } = request.body;
        const changed = await changeMemberRole(
          actionContext(context, request),
          workspaceId,
          memberId,
          role,
          expected,
        );
        if (isRefusal(changed)) return sendRefusal(reply, changed);
        return sendRevision(reply, changed, viewOf(changed));
      },
    );

    app.delete(
      `${path}/:memberId`,
      {
        config: { access: 'change:members' },
        schema: {
          operationId: 'removeMember',
          summary: 'Remove a member, or take an invitation back',
          description: 'Their sessions end at once. The last administrator stays.',
          tags: ['Members'],
          params: workspacePath('memberId'),
          response: {
            204: { type: 'null', description: 'They are no member any more.' },
            ...changeRefusals('member.last_administrator'),
          },
        },
      },
      async (request, reply) => {
        const { workspaceId } = memberOf(request);
        const { memberId } = request.params;
        const removed = await removeMember(actionContext(context, request), workspaceId, memberId);
        if (isRefusal(removed)) return sendRefusal(reply, removed);
        return reply.code(204).send(null);
      },
    );
  };
