import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PortalUser } from '../../../tests/support/browser/portal-user.ts';
import {
  type AdminRoute,
  adminRoutesOf,
  emptyBodyOf,
  pathOfRoute,
} from '../../../tests/support/requests/admin-routes.ts';
import { World } from '../../../tests/support/worlds/world.ts';

let world: World;
let administrator: PortalUser;
let stranger: PortalUser;
let routes: readonly AdminRoute[];
let workspaceId: string;

beforeAll(async () => {
  world = await World.shared();
  workspaceId = await world.workspace();
  administrator = await PortalUser.join(world, workspaceId, 'Partner administrator');
  stranger = await PortalUser.join(world, await world.workspace(), 'Partner administrator');
  routes = adminRoutesOf(world);
});
afterAll(() => world.close());

const ofWorkspaces = () => routes.filter(({ template }) => template.includes('{workspaceId}'));

it('every route declares its permission', () => {
  expect(routes.length).toBeGreaterThan(15);
  expect(routes.filter(({ access }) => access === undefined)).toEqual([]);
  expect(routes.filter(({ access }) => access === 'public').map(({ template }) => template)).toEqual([
    '/api/admin/v1/sign-in',
    '/api/admin/v1/sign-in/link',
  ]);
  for (const route of routes.filter(({ method }) => method !== 'GET')) {
    expect([route, route.access === 'read']).toEqual([route, false]);
  }
});

/** `access.long.test.ts` tries every role. */
describe('every route refuses', () => {
  it('401: without a session', async () => {
    const ofSessions = ({ access }: AdminRoute) => access !== 'public' && access !== 'service-account';
    for (const route of routes.filter(ofSessions)) {
      const answer = await world.call(`/api/admin/v1${pathOfRoute(route, workspaceId)}`, {
        method: route.method,
        headers: { 'x-tessera-request': '1' },
      });
      expect([route, answer.status, answer.body.code]).toEqual([route, 401, 'auth.session_required']);
      expect(answer.headers.get('www-authenticate')).toBe('Session realm="tessera"');
    }
  });

  it('404: a member of another workspace, as for an unknown one', async () => {
    for (const route of ofWorkspaces()) {
      const path = pathOfRoute(route, workspaceId);
      const answer = await stranger.callAdmin(route.method, path, emptyBodyOf(route));
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
    const cookie = `tessera_session=${administrator.cookie}`;
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
