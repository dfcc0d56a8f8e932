import { Type } from 'typebox';
import {
  changeMemberRole,
  inviteMember,
  removeMember,
  renewInvitation,
} from '../../../actions/workspaces/members.ts';
import { isRefusal, type Refusal, refuseUnknown } from '../../../core/refusal.ts';
import { revisionTag } from '../../../core/values/entity-tag.ts';
import { foldUserName } from '../../../core/values/user-name.ts';
import type { WorkspaceMember } from '../../../core/workspaces/member.ts';
import { memberRoles } from '../../../core/workspaces/member-role.ts';
import { listMails } from '../../../storage/workspaces/mails.ts';
import {
  findWorkspaceMember,
  listMembers,
  loadMemberTotal,
  memberOrder,
} from '../../../storage/workspaces/members.ts';
import { loadWorkspace } from '../../../storage/workspaces/workspaces.ts';
import { jsonResponse, oneOf } from '../../schemas.ts';
import { countedPageResponse, searchFor } from '../paging.ts';
import { AdminResponse, revisionHeaders } from '../response.ts';
import { adminRoutes } from '../routes.ts';
import { noContent, nullable, uuid } from '../schemas.ts';
import { readSortedPage, sortedQuery } from '../sorted-list.ts';
import { memberExample as example, Member, memberView } from './member-view.ts';

const path = '/workspaces/:workspaceId/members';

export const memberRoutes = adminRoutes('Members', (routes, context) => {
  routes.schemas(Member);
  const viewsOf = async (workspaceId: string, members: readonly WorkspaceMember[]) => {
    const { clock, publicUrl, database, mailsNotices } = context;
    const invited = members.filter(({ joinedAt }) => joinedAt === null);
    const { slug: workspaceSlug } = await loadWorkspace(database, workspaceId);
    const addresses = mailsNotices ? invited.map(({ email }) => foldUserName(email)) : [];
    const mails = await listMails(database, workspaceId, 'Invitation', addresses);
    const now = clock.now();
    return members.map((member) => {
      const mail = mails.find(({ facts }) => facts.memberId === member.memberId);
      return memberView(member, { now, publicUrl, workspaceSlug, mail });
    });
  };
  const viewOf = async (member: WorkspaceMember | Refusal) => {
    if (isRefusal(member)) return member;
    const [view] = await viewsOf(member.workspaceId, [member]);
    return new AdminResponse(view, { etag: revisionTag(member) });
  };
  routes.get(path, {
    access: 'read',
    operationId: 'listMembers',
    summary: 'List members and invitations',
    querystring: Type.Object({
      ...sortedQuery(memberOrder),
      search: searchFor('Part of a name or user name.', 254),
    }),
    responses: { 200: countedPageResponse('Members and invitations.', Type.Ref('Member'), example) },
    handle: async ({ workspaceId, query }) => {
      const { search } = query;
      const page = await readSortedPage(query, {
        order: memberOrder,
        read: (sorted) => listMembers(context.database, workspaceId, { ...sorted, search }),
        count: () => loadMemberTotal(context.database, workspaceId, { search }),
        viewOf: (member) => member,
      });
      return isRefusal(page) ? page : { ...page, items: await viewsOf(workspaceId, page.items) };
    },
  });

  routes.post(path, {
    access: 'change:members',
    operationId: 'inviteMember',
    summary: 'Invite a member',
    description:
      'The person becomes a member by signing in within 7 days with the work account whose user name ' +
      'is `email`; with `tenantId`, only with an account of that tenant. `tenantId` is required for an administrator. ' +
      'If a mail server is set, the invitation is mailed; `invitation.link` is the link of the mail.',
    body: Type.Object({
      email: Type.String({ minLength: 3, maxLength: 254 }),
      role: oneOf(memberRoles),
      tenantId: Type.Optional(nullable.uuid),
    }),
    responses: { 201: jsonResponse('The invitation.', Type.Ref('Member'), example, revisionHeaders) },
    refusals: ['workspace.limit_reached'],
    handle: async ({ action, workspaceId, body }) => {
      const { email, role, tenantId = null } = body;
      return viewOf(await inviteMember(action, workspaceId, { email, role, tenantId }));
    },
  });

  routes.post(`${path}/:memberId/invitation`, {
    access: 'change:members',
    operationId: 'renewInvitation',
    summary: 'Renew an invitation',
    description:
      'The invitation is valid for another 7 days and mailed again. `tenantId` restricts it to one tenant.',
    body: Type.Object({ tenantId: Type.Optional(uuid) }),
    responses: { 200: jsonResponse('The invitation.', Type.Ref('Member'), example, revisionHeaders) },
    refusals: ['member.already_joined'],
    handle: async ({ action, workspaceId, params, body }) => {
      const { tenantId } = body;
      return viewOf(await renewInvitation(action, workspaceId, params.memberId, tenantId));
    },
  });

  routes.get(`${path}/:memberId`, {
    access: 'read',
    operationId: 'readMember',
    summary: 'Read a member or invitation',
    responses: { 200: jsonResponse('The member.', Type.Ref('Member'), example, revisionHeaders) },
    handle: async ({ workspaceId, params }) => {
      const member = await findWorkspaceMember(context.database, workspaceId, params.memberId);
      return viewOf(member ?? refuseUnknown('memberId', 'member'));
    },
  });

  routes.patch(`${path}/:memberId`, {
    access: 'change:members',
    operationId: 'changeMember',
    summary: "Change a member's role",
    description: 'Applies from the next request of the member. The last administrator cannot be demoted.',
    isEdit: true,
    body: Type.Object({ role: oneOf(memberRoles) }),
    responses: { 200: jsonResponse('The member.', Type.Ref('Member'), example, revisionHeaders) },
    refusals: ['member.last_administrator'],
    handle: async ({ action, workspaceId, params, body, revision }) => {
      const { memberId } = params;
      const { role } = body;
      return viewOf(await changeMemberRole(action, workspaceId, memberId, role, revision));
    },
  });

  routes.delete(`${path}/:memberId`, {
    access: 'change:members',
    operationId: 'removeMember',
    summary: 'Remove a member or an invitation',
    description: 'The sessions of the member end at once. The last administrator cannot be removed.',
    responses: noContent('Removed.'),
    refusals: ['member.last_administrator'],
    handle: ({ action, workspaceId, params }) => removeMember(action, workspaceId, params.memberId),
  });
});
