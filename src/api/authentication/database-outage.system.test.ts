import { afterAll, beforeAll, beforeEach, expect, inject, it } from 'vitest';
import { createDatabase } from '../../../tests/support/database/postgres.ts';
import { SilenceableProxy } from '../../../tests/support/nodes/silenceable-proxy.ts';
import { type TestClient, World, withKey } from '../../../tests/support/worlds/world.ts';

const path = '/api/v1/catalogue/products';

let world: World;
let proxy: SilenceableProxy;
let clients: TestClient[];
beforeAll(async () => {
  const databaseUrl = new URL(await createDatabase(inject('postgresUrl')));
  proxy = await SilenceableProxy.start({ host: databaseUrl.hostname, port: Number(databaseUrl.port) });
  databaseUrl.host = `127.0.0.1:${proxy.port}`;
  world = await World.create({ databaseUrl: databaseUrl.href });
  const workspaceId = await world.workspace();
  clients = await Promise.all(Array.from({ length: 100 }, () => world.client(workspaceId)));
});
afterAll(async () => {
  await world?.close();
  await proxy?.close();
});
beforeEach(() => world.clock.forward(60_000));

const callers: [string, (call: number) => TestClient | undefined][] = [
  ['one API client', () => clients[0]],
  ['100 API clients of one address', (call) => clients[call % clients.length]],
];

it.each(callers)(
  '503 with Retry-After: 600 calls of %s when the database goes away, and no attempt is used up',
  async (_callers, clientOf) => {
    const call = async (index: number) => {
      const answer = await world.call(path, { headers: withKey(clientOf(index) as TestClient) });
      return `${answer.status} ${answer.headers.get('retry-after')}`;
    };
    proxy.silence();
    const calls = Array.from({ length: 600 }, (_, index) => call(index));
    // Answered after the calls have arrived.
    await fetch(`${world.service.url}/health/live`);
    proxy.refuse();
    const answers = await Promise.all(calls);
    proxy.unsilence();
    proxy.accept();
    const counts: Record<string, number> = {};
    for (const answer of answers) counts[answer] = (counts[answer] ?? 0) + 1;
    expect(counts).toEqual({ '503 2': 600 });

    await expect.poll(() => call(0)).toBe('200 null');
    const later = await Promise.all(clients.map((_, index) => call(index)));
    expect(new Set(later)).toEqual(new Set(['200 null']));
  },
);
