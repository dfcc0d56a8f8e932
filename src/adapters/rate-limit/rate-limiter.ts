import type { RateLimiter } from '../../core/clients/ports.ts';
import type { Clock, Measurements } from '../../core/ports.ts';
import { createMemoryRateLimiter } from './memory.ts';
import { createRedisRateLimiter } from './redis.ts';

/** Limits are shared by all nodes if Redis is configured, otherwise per process. */
export function createRateLimiter(options: {
  readonly redisUrl?: string | undefined;
  readonly clock: Clock;
  readonly measurements: Measurements;
  readonly onStoreError: (error: Error) => void;
}): RateLimiter & { stop(): Promise<void> } {
  const { redisUrl, ...parts } = options;
  if (redisUrl !== undefined) return createRedisRateLimiter({ url: redisUrl, ...parts });
  return { ...createMemoryRateLimiter(parts.clock), stop: async () => {} };
}
