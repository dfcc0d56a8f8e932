import { Redis } from 'ioredis';
import { withDeadline } from '../../async/deadline.ts';
import type { RateLimiter } from '../../core/clients/ports.ts';
import { bothDecision, type RateLimitDecision } from '../../core/clients/rate-limit.ts';
import type { Clock, Measurements } from '../../core/ports.ts';
import { createMemoryRateLimiter } from './memory.ts';
import { rateLimitScript, readReply, type ScriptReply } from './script.ts';

export const rateLimitKeyPrefix = 'tessera:rate-limit:';

export interface RedisRateLimiterOptions {
  readonly url: string;
  /** For the fallback only: the store uses its own clock. */
  readonly clock: Clock;
  readonly measurements: Measurements;
  /** Called each time the store is found unavailable. */
  readonly onStoreError: (error: Error) => void;
  /** The deadline of one call to the store. */
  readonly budgetMilliseconds?: number;
}

export interface RedisRateLimiter extends RateLimiter {
  stop(): Promise<void>;
}

interface ScriptedRedis extends Redis {
  take(keyCount: number, ...keysAndLimits: (string | number)[]): Promise<ScriptReply>;
}

/**
 * Rate limits shared by all nodes in a Redis-protocol store. While the store is unavailable, this node falls back to its
 * own memory.
 *
 * A call that fails or misses its deadline closes the connection; until a new one is ready, calls use memory at once. An
 * outage therefore delays only the calls in flight.
 */
export function createRedisRateLimiter(options: RedisRateLimiterOptions): RedisRateLimiter {
  const { url, clock, measurements, onStoreError, budgetMilliseconds = 100 } = options;
  const memory = createMemoryRateLimiter(clock);
  let isReachable = false;
  let lostConnections = 0;

  const store = new Redis(url, {
    scripts: { take: { lua: rateLimitScript } },
    keyPrefix: rateLimitKeyPrefix,
    connectTimeout: 2_000,
    // Also bounds the handshake with an unresponsive server.
    socketTimeout: 2_000,
    disconnectTimeout: 100,
    // No queue and no resend: memory is the fallback, and a repeated call would be charged twice.
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    retryStrategy() {
      lostConnections += 1;
      return Math.min(2_000, 25 * 2 ** Math.min(lostConnections, 10));
    },
  }) as ScriptedRedis;

  store.on('ready', () => {
    isReachable = true;
  });
  store.on('close', () => {
    isReachable = false;
  });
  store.on('error', onStoreError);

  async function takeFromStore(
    keyCount: number,
    ...keysAndLimits: (string | number)[]
  ): Promise<ScriptReply | undefined> {
    try {
      const reply = await withDeadline(
        { milliseconds: budgetMilliseconds },
        () => store.take(keyCount, ...keysAndLimits),
        () => Promise.reject(new Error('The rate limit store did not respond in time.')),
      );
      lostConnections = 0;
      return reply;
    } catch {
      if (isReachable) {
        isReachable = false;
        store.disconnect(true);
      }
      return undefined;
    }
  }

  function fromMemory(decide: () => RateLimitDecision): RateLimitDecision {
    measurements.rateLimitFallback();
    return decide();
  }

  return {
    take(key, perMinute, requests = 1) {
      const takeFromMemory = () => fromMemory(() => memory.take(key, perMinute, requests));
      if (!isReachable) return takeFromMemory();
      return takeFromStore(1, key, perMinute, requests).then((reply) =>
        reply === undefined ? takeFromMemory() : readReply(reply, perMinute),
      );
    },

    takeBoth(key, perMinute, sharedKey, sharedPerMinute, requests = 1) {
      const takeFromMemory = () =>
        fromMemory(() => memory.takeBoth(key, perMinute, sharedKey, sharedPerMinute, requests));
      if (!isReachable) return takeFromMemory();
      return takeFromStore(2, key, sharedKey, perMinute, sharedPerMinute, requests).then((reply) =>
        reply === undefined
          ? takeFromMemory()
          : bothDecision(readReply(reply, perMinute), readReply(reply, sharedPerMinute, 1)),
      );
    },

    async stop() {
      isReachable = false;
      // Between two connection attempts there is no connection to close.
      const ended =
        store.status === 'end' || store.status === 'reconnecting'
          ? Promise.resolve()
          : new Promise<void>((resolve) => store.once('end', resolve));
      store.disconnect();
      await ended;
    },
  };
}
