import { Client } from 'undici';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestClient, World, withKey } from '../../../tests/support/worlds/world.ts';

const path = '/api/v1/catalogue/products';

let world: World;
beforeAll(async () => {
  world = await World.shared();
});
afterAll(() => world.close());

/** The number of requests within the limit. They are invalid, which counts too and needs no database. */
async function countAllowed(client: TestClient, count: number): Promise<number> {
  const connection = new Client(world.service.url);
  let allowed = 0;
  for (let sent = 0; sent < count; sent++) {
    const { statusCode, body } = await connection.request({
      method: 'GET',
      path: `${path}?limit=0`,
      headers: withKey(client),
    });
    await body.dump();
    if (statusCode === 400) allowed += 1;
  }
  await connection.close();
  return allowed;
}

it("the rate limit of a workspace is four times its plan's quota, whatever the number of clients", async () => {
  const workspaceId = await world.workspace('Starter');
  const clients = await Promise.all(
    Array.from({ length: 5 }, () => world.client(workspaceId, { rateLimitPerMinute: 600 })),
  );
  const spent = clients.slice(0, 4);
  expect(await Promise.all(spent.map((client) => countAllowed(client, 600)))).toEqual([600, 600, 600, 600]);
  const [, , , , last] = clients;
  const refused = await world.call(path, { headers: withKey(last as TestClient) });
  expect(refused.status).toBe(429);
  expect(refused.headers.get('ratelimit')).toBe('"client";r=600;t=0, "workspace";r=0;t=1');
  expect(refused.body.args).toEqual({ limit: 2400, retryAfterSeconds: 1 });
  expect(
    (await world.call(path, { headers: withKey(await world.client(await world.workspace('Starter'))) }))
      .status,
  ).toBe(200);
});
