import { Type } from 'typebox';
import { signOut } from '../../../actions/workspaces/sessions.ts';
import { memberRoles, permissions, permissionsOf } from '../../../core/workspaces/member-role.ts';
import { sessionEnd } from '../../../core/workspaces/session.ts';
import { jsonResponse, oneOf } from '../../schemas.ts';
import { adminRoutes } from '../routes.ts';
import { described, instant, noContent, nullable, uuid } from '../schemas.ts';
import { clearSessionCookie } from '../session-cookie.ts';

const Me = Type.Object({
  name: nullable.text,
  email: Type.String(),
  session: Type.Object({
    startedAt: instant,
    endsAt: Type.String({ format: 'date-time', description: 'Each request extends it.' }),
  }),
  workspaces: Type.Array(
    Type.Object({
      workspaceId: uuid,
      slug: Type.String(),
      name: Type.String(),
      memberId: uuid,
      role: oneOf(memberRoles),
      tenantId: described(nullable.uuid, 'The tenant of the account at the identity provider.'),
      permissions: Type.Array(oneOf(permissions)),
      isSuspended: Type.Boolean({
        description: 'The operator has suspended the workspace: it cannot be used.',
      }),
    }),
  ),
});

const example = {
  name: 'Mara Voss',
  email: 'mara@partner.example',
  session: { startedAt: '2026-11-15T09:00:00.000Z', endsAt: '2026-11-15T10:00:00.000Z' },
  workspaces: [
    {
      workspaceId: '0198f6a2-6c1e-7d70-9a53-9e16a1b010a7',
      slug: 'arcadia',
      name: 'Arcadia Software',
      memberId: '0198f6a2-6c1e-7d70-9a53-9e16a1b010b8',
      role: 'Integration manager',
      tenantId: 'a0000000-0000-4000-8000-000000000001',
      permissions: permissionsOf('Integration manager'),
      isSuspended: false,
    },
  ],
};

export const meRoutes = adminRoutes('Session', (routes, context) => {
  routes.get('/me', {
    access: 'session',
    operationId: 'readMe',
    summary: 'Read the signed-in person with workspaces and permissions',
    responses: { 200: jsonResponse('The person and their workspaces.', Me, example) },
    refusals: ['request.rate_limited'],
    handle: ({ session }) => {
      const home = session.memberships.find(({ memberId }) => memberId === session.memberId);
      return {
        name: home?.name ?? null,
        email: home?.email ?? '',
        session: { startedAt: session.createdAt, endsAt: sessionEnd(session) },
        workspaces: session.memberships.map((own) => ({
          workspaceId: own.workspaceId,
          slug: own.workspaceSlug,
          name: own.workspaceName,
          memberId: own.memberId,
          role: own.role,
          tenantId: own.tenantId,
          permissions: permissionsOf(own.role),
          isSuspended: own.isSuspended,
        })),
      };
    },
  });

  routes.post('/sign-out', {
    access: 'session',
    operationId: 'signOut',
    summary: 'Sign out',
    description: 'Ends the session, or with `everywhere` every session of the person on all devices.',
    querystring: Type.Object({ everywhere: Type.Optional(Type.Boolean()) }),
    responses: noContent('The session has ended.'),
    refusals: ['request.rate_limited'],
    handle: async ({ raw, reply, session, query }) => {
      const { writes, clock, randomBytes } = context;
      const { everywhere = false } = query;
      const requested = { database: writes, now: clock.now(), randomBytes };
      await signOut(requested, session, { everywhere, address: raw.ip });
      clearSessionCookie(reply);
      return undefined;
    },
  });
});
