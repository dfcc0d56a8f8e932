import { expect, it } from 'vitest';
import { findFreePort } from '../../../tests/support/nodes/redis-server.ts';
import { createRateLimiter } from './rate-limiter.ts';

function limiterWith(redisUrl: string | undefined) {
  const counted = { fallbacks: 0 };
  const limiter = createRateLimiter({
    redisUrl,
    clock: { now: () => new Date(0) },
    measurements: {
      cacheRead() {},
      rateLimitFallback() {
        counted.fallbacks += 1;
      },
    },
    onStoreError() {},
  });
  return { limiter, counted };
}

it('counts in memory without Redis, which is not a fallback', async () => {
  const { limiter, counted } = limiterWith(undefined);
  expect(limiter.take('key', 60)).toMatchObject({ allowed: true, remaining: 59 });
  expect(counted.fallbacks).toBe(0);
  await limiter.stop();
});

it('counts in memory while Redis is unavailable, and reports the fallback', async () => {
  const { limiter, counted } = limiterWith(`redis://127.0.0.1:${await findFreePort()}`);
  expect(limiter.take('key', 60)).toMatchObject({ allowed: true, remaining: 59 });
  expect(counted.fallbacks).toBe(1);
  await limiter.stop();
});
