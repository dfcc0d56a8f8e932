import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PortalUser } from '../../../tests/support/browser/portal-user.ts';
import { done } from '../../../tests/support/done.ts';
import {
  type AdminRoute,
  adminRoutesOf,
  emptyBodyOf,
  pathOfRoute,
} from '../../../tests/support/requests/admin-routes.ts';
import { World } from '../../../tests/support/worlds/world.ts';
import { issueKey } from '../../actions/clients/keys.ts';
import { addServiceAccount } from '../../actions/clients/service-accounts.ts';
import { may, memberRoles, type Permission } from '../../core/workspaces/member-role.ts';

let world: World;
let workspaceId: string;
let routes: readonly AdminRoute[];
beforeAll(async () => {
  world = await World.create();
  workspaceId = await world.workspace();
  routes = adminRoutesOf(world);
});
afterAll(() => world.close());

interface AdminResponse {
  readonly status: number;
  readonly body: { readonly code?: string; readonly args?: { readonly kind?: string } };
}

/** Passed the authorisation, whatever the result. */
function isAuthorised({ status, body }: AdminResponse): boolean {
  if (status === 401 || status === 403) return false;
  return !(status === 404 && body.args?.kind === 'workspace');
}

function expectAccess(route: AdminRoute, answer: AdminResponse, isAllowed: boolean): void {
  expect([route, isAuthorised(answer)]).toEqual([route, isAllowed]);
  if (!isAllowed)
    expect([route, answer.status, answer.body.code]).toEqual([route, 403, 'auth.role_not_allowed']);
}

describe('every route admits exactly the roles with its permission', () => {
  it.each(memberRoles)('a member: %s', async (role) => {
    const user = await PortalUser.join(world, workspaceId, role);
    for (const route of routes.filter(({ template }) => template.includes('{workspaceId}'))) {
      const answer = await user.callAdmin(route.method, pathOfRoute(route, workspaceId), emptyBodyOf(route));
      expectAccess(route, answer, may(role, route.access as Permission));
    }
  });

  /** The routes about the signed-in person. */
  const aboutOneself = [
    'GET /api/admin/v1/me',
    'POST /api/admin/v1/sign-out',
    'GET /api/admin/v1/me/sessions',
    'DELETE /api/admin/v1/me/sessions/{sessionId}',
    'GET /api/admin/v1/me/mail-preferences',
    'PUT /api/admin/v1/me/mail-preferences/{memberId}',
  ];

  it.each(['Partner administrator', 'Catalogue manager', 'Viewer'] as const)(
    'a service account, except those about oneself: %s',
    async (role) => {
      const { serviceAccountId } = done(
        await addServiceAccount(world.context, workspaceId, { name: randomUUID(), role }),
      );
      const owner = { kind: 'service-account', id: serviceAccountId } as const;
      const { text } = done(await issueKey(world.context, workspaceId, owner, { expiresAt: null }));
      for (const route of routes.filter(({ access }) => access !== 'public')) {
        const { body } = emptyBodyOf(route);
        const answer = await world.call(`/api/admin/v1${pathOfRoute(route, workspaceId)}`, {
          method: route.method,
          headers: { authorization: `Bearer ${text}`, ...(body && { 'content-type': 'application/json' }) },
          ...(body && { body: JSON.stringify(body) }),
        });
        if (aboutOneself.includes(`${route.method} ${route.template}`)) {
          expect([route, answer.status, answer.body.code]).toEqual([
            route,
            403,
            'auth.not_for_service_accounts',
          ]);
        } else {
          const isAllowed = route.access === 'service-account' || may(role, route.access as Permission);
          expectAccess(route, answer, isAllowed);
        }
      }
    },
  );
});
