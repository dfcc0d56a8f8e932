import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { signOut } from '../../../actions/workspaces/sign-out.ts';
import { memberRoles, permissions, permissionsOf } from '../../../core/workspaces/member-role.ts';
import { sessionEnd } from '../../../core/workspaces/session.ts';
import type { ApiContext } from '../../context.ts';
import { answer, oneOf } from '../../schemas.ts';
import { sessionOf } from '../access.ts';
import { instant, nullable, sessionRefusals, uuid } from '../schemas.ts';
import { clearSessionCookie } from '../session-cookie.ts';

const Me = Type.Object({
  name: nullable.text,
  email: Type.String(),
  session: Type.Object({
    startedAt: instant,
    endsAt: Type.String({ format: 'date-time', description: 'Unless there is another request before.' }),
  }),
  workspaces: Type.Array(
    Type.Object({
      workspaceId: uuid,
      slug: Type.String(),
      name: Type.String(),
      memberId: uuid,
      role: oneOf(memberRoles),
      tenantId: Type.Unsafe<string | null>({
        type: ['string', 'null'],
        format: 'uuid',
        description: 'The tenant of the account, as the identity provider says it.',
      }),
      permissions: Type.Array(oneOf(permissions)),
      isSuspended: Type.Boolean({
        description: 'The operator has suspended the workspace: nobody can use it.',
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

export const meRoutes =
  (context: ApiContext): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      '/me',
      {
        config: { access: 'session' },
        schema: {
          operationId: 'readMe',
          summary: 'Who is signed in, and where they may do what',
          tags: ['Session'],
          response: {
            200: answer('The person and their workspaces.', Me, example),
            ...sessionRefusals('request.rate_limited'),
          },
        },
      },
      async (request) => {
        const session = sessionOf(request);
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
    );

    app.post(
      '/sign-out',
      {
        config: { access: 'session' },
        schema: {
          operationId: 'signOut',
          summary: 'End the session',
          description: 'Or, with `everywhere`, every session of the person, on whatever machine.',
          tags: ['Session'],
          querystring: Type.Object({ everywhere: Type.Optional(Type.Boolean()) }),
          response: {
            204: { type: 'null', description: 'It has ended.' },
            ...sessionRefusals('request.rate_limited'),
          },
        },
      },
      async (request, reply) => {
        const { writes, clock, randomBytes } = context;
        const { everywhere = false } = request.query;
        const asked = { database: writes, now: clock.now(), randomBytes };
        await signOut(asked, sessionOf(request), { everywhere, address: request.ip });
        clearSessionCookie(reply);
        return reply.code(204).send(null);
      },
    );
  };
