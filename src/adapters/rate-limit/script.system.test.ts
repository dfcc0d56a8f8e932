import fc from 'fast-check';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type RedisServer,
  runsWithRedis,
  startRedisServer,
} from '../../../tests/support/nodes/redis-server.ts';
import { costlyRuns } from '../../../tests/support/run/property-runs.ts';
import {
  bothDecision,
  type RateLimitState,
  take,
  takeBoth,
  unitsPerRequest,
} from '../../core/clients/rate-limit.ts';
import { rateLimitScript, readReply, type ScriptReply } from './redis.ts';

const key = 'caller';
const anyLimit = fc.integer({ min: 60, max: 6_000 });
const anyRequests = fc.integer({ min: 1, max: 10 });
const anyStored = anyLimit.chain((limit) =>
  fc.record({
    limit: fc.constant(limit),
    spent: fc.integer({ min: 1, max: limit * unitsPerRequest }),
    // A state from the recent past, or from before the store's clock was set back.
    age: fc.oneof(fc.integer({ min: -3_000, max: 3_000 }), fc.integer({ min: -10_000_000, max: 70_000 })),
  }),
);

describe.runIf(runsWithRedis)('the Redis script', () => {
  let server: RedisServer;
  let client: Redis;

  beforeAll(async () => {
    server = await startRedisServer();
    client = new Redis(server.url);
  });

  afterAll(async () => {
    client?.disconnect();
    await server?.stop();
  });

  async function storeTime(): Promise<number> {
    const [seconds, microseconds] = await client.time();
    return Number(seconds) * 1_000 + Math.floor(Number(microseconds) / 1_000);
  }

  async function store(state: RateLimitState, of = key): Promise<void> {
    await client.set(of, `${state.limit} ${state.spent} ${state.countedUntil}`);
  }

  async function stored(): Promise<RateLimitState | undefined> {
    const text = await client.get(key);
    if (text === null) return undefined;
    const [limit, spent, countedUntil] = text.split(' ').map(Number);
    if (limit === undefined || spent === undefined || countedUntil === undefined) throw new Error(text);
    return { limit, spent, countedUntil };
  }

  async function run(limit: number): Promise<ScriptReply> {
    return (await client.eval(rateLimitScript, 1, key, limit, 1)) as unknown as ScriptReply;
  }

  it('decides exactly as the core does', async () => {
    await fc.assert(
      fc.asyncProperty(
        anyStored,
        anyLimit,
        fc.boolean(),
        async ({ limit, spent, age }, newLimit, changes) => {
          const before = { limit, spent, countedUntil: (await storeTime()) - age };
          const applied = changes ? newLimit : limit;
          await store(before);
          const reply = await run(applied);
          const expected = take(before, applied, reply[0]);
          expect(readReply(reply, applied)).toEqual(expected.decision);
          expect({ limit: applied, spent: reply[2], countedUntil: reply[3] }).toEqual(expected.state);
        },
      ),
      { numRuns: costlyRuns },
    );
  });

  it('charges two limits or neither, exactly as the core does', async () => {
    await fc.assert(
      fc.asyncProperty(anyStored, anyStored, anyRequests, async (own, shared, requests) => {
        const at = await storeTime();
        const ownState = { limit: own.limit, spent: own.spent, countedUntil: at - own.age };
        const sharedState = { limit: shared.limit, spent: shared.spent, countedUntil: at - shared.age };
        await store(ownState);
        await store(sharedState, 'shared');
        const reply = (await client.eval(
          rateLimitScript,
          2,
          key,
          'shared',
          own.limit,
          shared.limit,
          requests,
        )) as unknown as ScriptReply;
        const expected = takeBoth(ownState, own.limit, sharedState, shared.limit, reply[0], requests);
        const decision = bothDecision(readReply(reply, own.limit), readReply(reply, shared.limit, 1));
        expect(decision).toEqual(expected.decision);
        expect([reply[2], reply[5]]).toEqual([expected.state.spent, expected.shared.spent]);
      }),
      { numRuns: costlyRuns },
    );
  });

  it('stores its state until the limit would be refilled', async () => {
    await store({ limit: 60, spent: 30 * unitsPerRequest, countedUntil: await storeTime() });
    const [, , spent = 0, countedUntil = 0] = await run(60);
    expect(await stored()).toEqual({ limit: 60, spent, countedUntil });

    const full = countedUntil + spent / 60;
    const before = await storeTime();
    const timeToLive = await client.pttl(key);
    const after = await storeTime();
    // The server rounds to whole milliseconds.
    expect(before + timeToLive).toBeLessThanOrEqual(full + 2);
    expect(after + timeToLive).toBeGreaterThanOrEqual(full - 2);
  });

  it('treats an unreadable value as a full limit', async () => {
    await client.set(key, 'not a state');
    expect(readReply(await run(600), 600)).toEqual(take(undefined, 600, 0).decision);
  });

  it('expires a key once its limit would be refilled', async () => {
    await client.del(key);
    await run(600);
    await expect.poll(() => client.exists(key)).toBe(0);
  });
});
