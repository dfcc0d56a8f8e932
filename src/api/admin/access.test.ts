import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PortalUser } from '../../../tests/support/browser/portal-user.ts';
import { World } from '../../../tests/support/worlds/world.ts';
import { type MemberRole, may, memberRoles, type Permission } from '../../core/workspaces/member-role.ts';

interface Route {
  readonly method: string;
  readonly template: string;
  readonly access: string;
}

let world: World;
let users: Map<MemberRole, PortalUser>;
let stranger: PortalUser;
let routes: readonly Route[];
let workspaceId: string;

beforeAll(async () => {
  world = await World.shared();
  workspaceId = await world.workspace();
  users = new Map();
  for (const role of memberRoles) users.set(role, await PortalUser.join(world, workspaceId, role));
  stranger = await PortalUser.join(world, await world.workspace(), 'Partner administrator');
  routes = Object.entries(world.adminContract.document.paths).flatMap(([template, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      method: method.toUpperCase(),
      template,
      access: (operation as unknown as { 'x-access': string })['x-access'],
    })),
  );
});
afterAll(() => world.close());

/** With the workspace's id and otherwise unknown ids. */
const pathOf = ({ template }: Route) =>
  template
    .replace('/api/admin/v1', '')
    .replace('{workspaceId}', workspaceId)
    .replace('{keyId}', 'A'.repeat(11))
    .replaceAll(/\{[^}]+\}/g, () => randomUUID());

const changes = (route: Route) => route.method !== 'GET';
const call = (user: PortalUser, route: Route) =>
  user.callAdmin(
    route.method,
    pathOf(route),
    changes(route) && route.method !== 'DELETE' ? { body: {} } : {},
  );

/** Passed the authorisation, whatever the result. */
function isAuthorised({
  status,
  body,
}: {
  status: number;
  body: { code?: string; args?: { kind?: string } };
}): boolean {
  if (status === 401 || status === 403) return false;
  return !(status === 404 && body.args?.kind === 'workspace');
}

const ofWorkspaces = () => routes.filter(({ template }) => template.includes('{workspaceId}'));

it('every route declares its permission', () => {
  expect(routes.length).toBeGreaterThan(15);
  expect(routes.filter(({ access }) => access === undefined)).toEqual([]);
  expect(routes.filter(({ access }) => access === 'public').map(({ template }) => template)).toEqual([
    '/api/admin/v1/sign-in',
    '/api/admin/v1/sign-in/link',
  ]);
  for (const route of routes.filter(changes)) {
    expect([route, route.access === 'read']).toEqual([route, false]);
  }
});

describe('every route admits exactly the roles with its permission', () => {
  it.each(memberRoles)('%s', async (role) => {
    const user = users.get(role);
    if (!user) throw new Error('nobody');
    for (const route of ofWorkspaces()) {
      const answer = await call(user, route);
      const allowed = may(role, route.access as Permission);
      expect([route, isAuthorised(answer)]).toEqual([route, allowed]);
      if (!allowed) expect([answer.status, answer.body.code]).toEqual([403, 'auth.role_not_allowed']);
    }
  });

  it('401: without a session', async () => {
    const ofSessions = ({ access }: Route) => access !== 'public' && access !== 'service-account';
    for (const route of routes.filter(ofSessions)) {
      const answer = await world.call(`/api/admin/v1${pathOf(route)}`, {
        method: route.method,
        headers: { 'x-tessera-request': '1' },
      });
      expect([route, answer.status, answer.body.code]).toEqual([route, 401, 'auth.session_required']);
      expect(answer.headers.get('www-authenticate')).toBe('Session realm="tessera"');
    }
  });

  it('404: a member of another workspace, as for an unknown one', async () => {
    for (const route of ofWorkspaces()) {
      const answer = await call(stranger, route);
      expect([route, answer.status, answer.body.args]).toEqual([
        route,
        404,
        { kind: 'workspace', parameter: 'workspaceId' },
      ]);
    }
  });

  it('401: an API key', async () => {
    const client = await world.client(workspaceId);
    const answer = await world.call('/api/admin/v1/me', { headers: { 'x-api-key': client.apiKey } });
    expect(answer.status).toBe(401);
  });
});

describe('requests that change data need our own origin', () => {
  const invite = (headers: Record<string, string>) => {
    const user = users.get('Partner administrator');
    const cookie = `tessera_session=${user?.cookie}`;
    return world.call(`/api/admin/v1/workspaces/${workspaceId}/members`, {
      method: 'POST',
      headers: { cookie, 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ email: `${randomUUID()}@partner.example`, role: 'Viewer' }),
    });
  };
  const own = { 'x-tessera-request': '1' };

  it.each([
    ['no header', {}, 403],
    ['the header', own, 201],
    ['another site', { ...own, 'sec-fetch-site': 'cross-site' }, 403],
    ['a sibling site', { ...own, 'sec-fetch-site': 'same-site' }, 403],
    ['our own page', { ...own, 'sec-fetch-site': 'same-origin' }, 201],
    ['the origin of another site', { ...own, origin: 'https://evil.example' }, 403],
    ['the origin null', { ...own, origin: 'null' }, 403],
    ['a host name after DNS rebinding', { ...own, origin: 'http://evil.example', host: 'evil.example' }, 403],
  ])('%s', async (_, headers, status) => {
    const answer = await invite(headers);
    expect(answer.status).toBe(status);
    if (status === 403) expect(answer.body.code).toBe('request.cross_site');
  });

  it('our own origin is accepted', async () => {
    expect((await invite({ ...own, origin: world.service.url })).status).toBe(201);
  });
});
