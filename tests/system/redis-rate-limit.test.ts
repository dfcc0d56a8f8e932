import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RedisServer, runsWithRedis, startRedisServer } from '../support/nodes/redis-server.ts';
import { type TestClient, World, withKey } from '../support/worlds/world.ts';

/** The statuses of this many requests at once. */
const statusesOf = (count: number, of: World, client: TestClient) =>
  Promise.all(
    Array.from({ length: count }, async () => {
      const response = await of.call('/api/v1/catalogue/products', { headers: withKey(client) });
      return response.status;
    }),
  );

describe.runIf(runsWithRedis)('rate limits with Redis', () => {
  let redis: RedisServer;
  beforeAll(async () => {
    redis = await startRedisServer();
  });
  afterAll(() => redis.stop());

  it('are stored there, and in memory while it is unavailable', async () => {
    const sharing = await World.create({ redisUrl: redis.url });
    try {
      const client = await sharing.client(await sharing.workspace(), { rateLimitPerMinute: 600 });
      await expect.poll(() => isInStore(sharing, client)).toBe(true);
      await redis.kill();
      expect(await statusesOf(100, sharing, client)).toEqual(Array(100).fill(200));
      const metrics = await (await fetch(`${sharing.service.url}/metrics`)).text();
      expect(Number(/^tessera_rate_limit_fallbacks_total (\d+)$/m.exec(metrics)?.[1])).toBeGreaterThan(0);
    } finally {
      await sharing.close();
    }
  });

  /** Whether Redis has the client's bucket just after some requests: it expires as it refills. */
  async function isInStore(sharing: World, client: TestClient): Promise<boolean> {
    await statusesOf(50, sharing, client);
    const inspector = new Redis(redis.url);
    try {
      return (await inspector.exists(`tessera:rate-limit:${client.apiClientId}`)) === 1;
    } finally {
      inspector.disconnect();
    }
  }
});
