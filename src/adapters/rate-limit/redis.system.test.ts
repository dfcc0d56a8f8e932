import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { Redis } from 'ioredis';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  findFreePort,
  type RedisServer,
  runsWithRedis,
  startRedisServer,
} from '../../../tests/support/nodes/redis-server.ts';
import type { RateLimitDecision } from '../../core/clients/rate-limit.ts';
import { createRedisRateLimiter, type RedisRateLimiter, rateLimitKeyPrefix } from './redis.ts';

/** Longer than any test: a slow machine does not look like an outage, and waiting for it fails the test. */
const generous = 60_000;

let toClose: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of toClose.reverse()) await close();
  toClose = [];
});

function limiterFor(url: string, budgetMilliseconds?: number) {
  const counted = { fallbacks: 0, errors: [] as Error[] };
  const limiter = createRedisRateLimiter({
    url,
    clock: { now: () => new Date(0) },
    measurements: {
      cacheRead() {},
      rateLimitFallback() {
        counted.fallbacks += 1;
      },
    },
    onStoreError: (error) => counted.errors.push(error),
    ...(budgetMilliseconds === undefined ? {} : { budgetMilliseconds }),
  });
  toClose.push(() => limiter.stop());
  return { limiter, counted };
}

/** Memory returns a value, the store a promise: that shows which one is used. */
const usesTheStore = (answer: unknown) => answer instanceof Promise;

async function untilTheStoreAnswers({ limiter, counted }: ReturnType<typeof limiterFor>) {
  const fallbacks = async () => {
    counted.fallbacks = 0;
    await limiter.take('probe', 6_000);
    return counted.fallbacks;
  };
  await expect.poll(fallbacks).toBe(0);
}

const allowedOf = (decisions: RateLimitDecision[]) => decisions.filter(({ allowed }) => allowed).length;

const takeMany = (limiter: RedisRateLimiter, key: string, limit: number, count: number) =>
  Promise.all(Array.from({ length: count }, () => limiter.take(key, limit)));

describe('without Redis', () => {
  it('decides from memory at once, and counts the fallback', async () => {
    const { limiter, counted } = limiterFor(`redis://127.0.0.1:${await findFreePort()}`);
    const answers = Array.from({ length: 200 }, () => limiter.take('key', 60));
    expect(answers.some(usesTheStore)).toBe(false);
    expect(allowedOf(await Promise.all(answers))).toBe(60);
    expect(counted.fallbacks).toBe(200);
    await expect.poll(() => counted.errors[0]?.message).toContain('ECONNREFUSED');
  });

  it('does not wait for a server that accepts connections and never responds', async () => {
    const sockets: Socket[] = [];
    const mute = createServer((socket) => sockets.push(socket.resume())).listen(0, '127.0.0.1');
    await once(mute, 'listening');
    toClose.push(() => {
      for (const socket of sockets) socket.destroy();
      mute.close();
    });
    const address = mute.address();
    if (address === null || typeof address === 'string')
      throw new Error('The mute server did not get a port.');
    const { limiter, counted } = limiterFor(`redis://127.0.0.1:${address.port}`);
    // Connected twice: the first handshake timed out and was retried.
    await expect.poll(() => sockets.length).toBeGreaterThan(1);
    expect(usesTheStore(limiter.take('key', 60))).toBe(false);
    expect(counted.fallbacks).toBe(1);
  });

  /** Answers every command of the handshake, and the script with this. */
  async function startHostile(answer: (socket: Socket) => void) {
    const server = createServer((socket) => {
      toClose.push(() => void socket.destroy());
      socket.on('error', () => {});
      socket.on('data', (data) => {
        const commands = data.toString().split(/^\*\d+\r\n/m);
        for (const command of commands.slice(1)) {
          if (/^\$\d+\r\neval/i.test(command)) answer(socket);
          else socket.write(/info/i.test(command) ? '$3\r\na:b\r\n' : '+OK\r\n');
        }
      });
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    toClose.push(() => void server.close());
    const address = server.address();
    return `redis://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  }

  async function firstFromStore(limiter: RedisRateLimiter): Promise<RateLimitDecision> {
    let answer: unknown;
    const ask = () => {
      answer = limiter.take(crypto.randomUUID(), 60);
      return usesTheStore(answer);
    };
    await expect.poll(ask).toBe(true);
    return answer as Promise<RateLimitDecision>;
  }

  const good = '*4\r\n:1000\r\n:1\r\n:60000\r\n:1000\r\n';
  it.each([
    ['a null', '$-1\r\n'],
    ['a null of the third protocol', '_\r\n'],
    ['a reply that nobody asked for', `${good}$-1\r\n`],
    ['a push', '>2\r\n+subscribe\r\n_\r\n'],
    ['garbage', 'HTTP/1.1 400 Bad Request\r\n\r\n'],
    ['a status', '+OK\r\n'],
    ['an array of two thousand million', '*2000000000\r\n'],
    ['nested arrays', '*1\r\n'.repeat(12_000)],
    ['too few numbers', '*2\r\n:1000\r\n:1\r\n'],
    ['a negative number', '*4\r\n:1000\r\n:1\r\n:-60000000\r\n:1000\r\n'],
    ['a number that is too large', '*4\r\n:1000\r\n:1\r\n:9007199254740000\r\n:1000\r\n'],
    ['an instant far ahead', '*4\r\n:1000\r\n:1\r\n:60000\r\n:9000000000000000\r\n'],
    ['text for a number', '*4\r\n:1000\r\n:1\r\n$3\r\nNaN\r\n:1000\r\n'],
  ])('decides from memory when a server answers with %s', async (_, reply) => {
    const { limiter } = limiterFor(await startHostile((socket) => socket.write(reply)), generous);
    expect(await firstFromStore(limiter)).toEqual({
      allowed: true,
      limit: 60,
      remaining: 59,
      secondsUntilMore: 1,
    });
  });

  it('reads no more than a reply can be long, and closes the connection', async () => {
    let sent = 0;
    const url = await startHostile((socket) => {
      socket.write('$99999\r\n');
      const block = Buffer.alloc(64 * 1024, 'a');
      const send = () => {
        while (socket.writable && sent < 1e9) {
          sent += block.length;
          if (!socket.write(block)) return void socket.once('drain', send);
        }
      };
      send();
    });
    const { limiter, counted } = limiterFor(url, generous);
    await firstFromStore(limiter);
    await expect.poll(() => String(counted.errors[0])).toContain('an invalid reply');
    // What the kernel buffers on both sides.
    expect(sent).toBeLessThan(32e6);
  });

  it('stops at any time', async () => {
    const url = `redis://127.0.0.1:${await findFreePort()}`;
    const early = limiterFor(url).limiter;
    await early.stop();
    await early.stop();
    expect(usesTheStore(early.take('key', 60))).toBe(false);
  });
});

describe.runIf(runsWithRedis)('with Redis', () => {
  let server: RedisServer;
  let inspector: Redis;

  beforeEach(async () => {
    server = await startRedisServer();
    toClose.push(() => server.stop());
    inspector = new Redis(server.url);
    inspector.on('error', () => {});
    toClose.push(() => inspector.disconnect());
  });

  async function storeTime(): Promise<number> {
    const [seconds, microseconds] = await inspector.time();
    return Number(seconds) * 1_000 + Number(microseconds) / 1_000;
  }

  /** All nodes together allow the limit, plus the refill by the store's clock. */
  async function expectOneLimit(nodes: ReturnType<typeof limiterFor>[], key: string) {
    for (const node of nodes) await untilTheStoreAnswers(node);
    const begin = await storeTime();
    const decisions = await Promise.all(nodes.map(({ limiter }) => takeMany(limiter, key, 60, 100)));
    const refilled = Math.floor(((await storeTime()) - begin) / 1_000);
    expect(allowedOf(decisions.flat())).toBeGreaterThanOrEqual(60);
    expect(allowedOf(decisions.flat())).toBeLessThanOrEqual(60 + refilled);
    expect(nodes.map(({ counted }) => counted.fallbacks)).toEqual(nodes.map(() => 0));
  }

  it('allows exactly the limit over two nodes', async () => {
    await expectOneLimit([limiterFor(server.url, generous), limiterFor(server.url, generous)], 'key');
  });

  it('returns the state of the limit', async () => {
    const node = limiterFor(server.url, generous);
    const { limiter } = node;
    await untilTheStoreAnswers(node);
    const first = { allowed: true, limit: 60, remaining: 59, secondsUntilMore: 1 };
    expect(await limiter.take('key', 60)).toEqual(first);
    await takeMany(limiter, 'key', 60, 50);
    expect(await inspector.keys(`${rateLimitKeyPrefix}*`)).toContain(`${rateLimitKeyPrefix}key`);
  });

  it('loads the script again when the server has lost it', async () => {
    const node = limiterFor(server.url, generous);
    const { limiter, counted } = node;
    await untilTheStoreAnswers(node);
    await inspector.script('FLUSH');
    expect(allowedOf(await takeMany(limiter, 'key', 6_000, 10))).toBe(10);
    expect(counted.fallbacks).toBe(0);
  });

  it('answers every call when the server dies, and shares the limit again when it is back', async () => {
    const nodes = [limiterFor(server.url, generous), limiterFor(server.url, generous)] as const;
    await expectOneLimit([...nodes], 'before');
    const [{ limiter, counted }] = nodes;

    const inFlight = takeMany(limiter, 'before', 60, 100);
    const dead = server.kill();
    expect(await inFlight).toHaveLength(100);
    await dead;
    await expect.poll(() => usesTheStore(limiter.take('probe', 6_000))).toBe(false);
    expect(counted.fallbacks).toBeGreaterThan(0);
    expect(await limiter.take('during', 60)).toMatchObject({ allowed: true, remaining: 59 });

    await server.restart();
    await expectOneLimit([...nodes], 'after');
  });

  it('treats an error of Redis as an outage', async () => {
    const node = limiterFor(server.url, generous);
    const { limiter, counted } = node;
    await untilTheStoreAnswers(node);
    await inspector.config('SET', 'maxmemory', '1');
    const first = limiter.take('key', 60);
    expect(usesTheStore(first)).toBe(true);
    expect(await first).toMatchObject({ allowed: true, remaining: 59 });
    expect(usesTheStore(limiter.take('key', 60))).toBe(false);
    expect(counted.fallbacks).toBe(2);
    await inspector.config('SET', 'maxmemory', '0');
    await expectOneLimit([node], 'after');
  });

  it('calls a hanging server once, then not until it is back', async () => {
    const node = limiterFor(server.url);
    const { limiter, counted } = node;
    await untilTheStoreAnswers(node);

    server.freeze();
    const first = limiter.take('key', 60);
    expect(usesTheStore(first)).toBe(true);
    expect(await first).toMatchObject({ allowed: true, remaining: 59 });
    const further = Array.from({ length: 1_000 }, () => limiter.take('other', 6_000));
    expect(further.some(usesTheStore)).toBe(false);
    expect(counted.fallbacks).toBe(1_001);

    server.thaw();
    await untilTheStoreAnswers(node);
  });
});
