import { afterAll, beforeAll, expect, it } from 'vitest';
import { PortalUser } from '../../../tests/support/browser/portal-user.ts';
import type { OpenApiDocument } from '../../../tests/support/requests/contract.ts';
import { type TestClient, World, withKey } from '../../../tests/support/worlds/world.ts';
import { deprecations } from '../../core/operations/deprecation.ts';
import { createLogger, type Service, startService } from '../../service/start-service.ts';

const deprecation = {
  since: new Date('2026-11-01T00:00:00Z'),
  sunset: new Date('2028-01-01T00:00:00Z'),
  link: 'https://tessera.example/moved',
};
const marked = {
  deprecation: '@1793491200',
  sunset: 'Sat, 01 Jan 2028 00:00:00 GMT',
  link: '<https://tessera.example/moved>; rel="deprecation"; type="text/html"',
};
const unmarked = { deprecation: null, sunset: null, link: null };

interface Operation {
  readonly operationId: string;
  readonly deprecated?: boolean;
}

let world: World;
let client: TestClient;
/** A node of a later version, in which some routes are deprecated. */
let later: Service;
beforeAll(async () => {
  world = await World.shared();
  const workspaceId = await world.workspace();
  await world.sell(workspaceId, 'forum');
  await world.sell(workspaceId, 'mosaic');
  client = await world.client(workspaceId);
  later = await startService(world.settings, {
    clock: world.clock,
    logger: createLogger('silent'),
    deprecations: {
      'GET /api/v1/entitlements/:tenantId': deprecation,
      'GET /api/v1/catalogue/products': deprecation,
      'GET /api/admin/v1/workspaces/:workspaceId/members': deprecation,
    },
  });
});
afterAll(async () => {
  await later.stop();
  await world.close();
});

async function read(path: string, headers: Record<string, string> = withKey(client), method = 'GET') {
  const answer = await fetch(`${later.url}${path}`, { method, headers });
  const named = Object.keys(marked).map((name) => [name, answer.headers.get(name)]);
  return { status: answer.status, headers: Object.fromEntries(named), etag: answer.headers.get('etag') };
}

const entitlement = `/api/v1/entitlements/${crypto.randomUUID()}`;

it('marks every response of a deprecated route, errors and the fast path included', async () => {
  const first = await read(`${entitlement}?product=forum`);
  expect(first).toMatchObject({ status: 200, headers: marked });
  const again = { ...withKey(client), 'if-none-match': first.etag ?? '' };
  expect(await read(`${entitlement}?product=forum`, again)).toMatchObject({ status: 304, headers: marked });
  expect(await read(`${entitlement}?product=forum`, withKey(client), 'HEAD')).toMatchObject({
    status: 200,
    headers: marked,
  });
  expect(await read(entitlement)).toMatchObject({ status: 400, headers: marked });
  expect(await read(`${entitlement}?product=none`)).toMatchObject({ status: 404, headers: marked });
  expect(await read(entitlement, {})).toMatchObject({ status: 401, headers: marked });
});

it('marks no other route', async () => {
  expect(await read(`${entitlement}/eligibility?product=forum`)).toMatchObject({
    status: 400,
    headers: unmarked,
  });
  expect(await read('/api/v1/nothing')).toMatchObject({ status: 404, headers: unmarked });
});

it('keeps the link to the next page', async () => {
  const { headers } = await read('/api/v1/catalogue/products?limit=1');
  expect(headers.link).toMatch(
    /^<[^>]+after=[^>]+>; rel="next", <[^>]+>; rel="deprecation"; type="text\/html"$/,
  );
});

it('marks a route of the admin API', async () => {
  const { workspaceId } = client;
  const user = await PortalUser.join(world, workspaceId, 'Viewer');
  const members = `/api/admin/v1/workspaces/${workspaceId}/members`;
  const headers = { cookie: `tessera_session=${user.cookie}` };
  expect(await read(members, headers)).toMatchObject({ status: 200, headers: marked });
  expect(await read(members, {})).toMatchObject({ status: 401, headers: marked });
});

it('marks the operations in the documents', async () => {
  for (const [path, operations] of [
    ['/openapi.json', ['readEntitlement', 'listProducts']],
    ['/api/admin/v1/openapi.json', ['listMembers']],
  ] as const) {
    const document = (await (await fetch(`${later.url}${path}`)).json()) as OpenApiDocument;
    const deprecated = Object.values(document.paths)
      .flatMap((path) => Object.values(path) as (Operation & (typeof path)[string])[])
      .filter((operation) => operation.deprecated);
    expect(deprecated.map(({ operationId }) => operationId)).toEqual(operations);
    for (const response of deprecated.flatMap(({ responses }) => Object.values(responses))) {
      const described =
        '$ref' in response ? document.components.responses[response.$ref.split('/').at(-1) ?? ''] : response;
      expect(Object.keys(described?.headers ?? {})).toEqual(
        expect.arrayContaining(['Deprecation', 'Sunset', 'Link']),
      );
    }
  }
  expect(JSON.stringify(world.contract.document)).not.toContain('"deprecated":true');
});

it('names only operations that exist', () => {
  const documented = [world.contract, world.adminContract].flatMap(({ document }) =>
    Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
    ),
  );
  const named = Object.keys(deprecations).map((route) => route.replaceAll(/:(\w+)/g, '{$1}'));
  expect(named.filter((route) => !documented.includes(route))).toEqual([]);
});
