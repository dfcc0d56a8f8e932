import { Redis } from 'ioredis';
import { withDeadline } from '../../async/deadline.ts';
import type { RateLimiter } from '../../core/clients/ports.ts';
import {
  bothDecision,
  decisionFor,
  maxLeadMilliseconds,
  type RateLimitDecision,
  unitsPerRequest,
} from '../../core/clients/rate-limit.ts';
import type { Clock, Measurements } from '../../core/ports.ts';
import { CheckedConnector } from './checked-connector.ts';
import { createMemoryRateLimiter } from './memory.ts';

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
  take(keyCount: number, ...keysAndLimits: (string | number)[]): Promise<unknown>;
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
    Connector: CheckedConnector,
    // In the third version the server may push what nobody asked for.
    protocol: 2,
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
    keys: readonly string[],
    limits: readonly number[],
    requests: number,
  ): Promise<ScriptReply | undefined> {
    try {
      const reply = await withDeadline(
        { milliseconds: budgetMilliseconds },
        () => store.take(keys.length, ...keys, ...limits, requests),
        () => Promise.reject(new Error('The rate limit store did not respond in time.')),
      );
      if (!isReplyFor(limits, reply)) throw new Error('The rate limit store sent an unexpected reply.');
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
      return takeFromStore([key], [perMinute], requests).then((reply) =>
        reply === undefined ? takeFromMemory() : readReply(reply, perMinute),
      );
    },

    takeBoth(key, perMinute, sharedKey, sharedPerMinute, requests = 1) {
      const takeFromMemory = () =>
        fromMemory(() => memory.takeBoth(key, perMinute, sharedKey, sharedPerMinute, requests));
      if (!isReachable) return takeFromMemory();
      return takeFromStore([key, sharedKey], [perMinute, sharedPerMinute], requests).then((reply) =>
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

/** The store's time, then for each limit: whether it allows the request (1 or 0), spent units, and `countedUntil`. */
export type ScriptReply = readonly [now: number, ...limits: number[]];

/**
 * `take` and `takeBoth` of `core/clients/rate-limit.ts` as an atomic script. It uses the store's clock, because the nodes'
 * clocks differ. A missing key is a full bucket, so a key expires when its bucket would be full.
 *
 * KEYS[i] is the caller, ARGV[i] its limit; the last argument is the number of requests. All are charged, or none.
 */
export const rateLimitScript = `
local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)

local cost = tonumber(ARGV[#ARGV]) * ${unitsPerRequest}
local limits, spents, untils, allowances = {}, {}, {}, {}
local allowed = true
for i, key in ipairs(KEYS) do
  local limit = tonumber(ARGV[i])
  local spent, counted_until = 0, now
  local kept_limit, kept_spent, kept_until =
    string.match(redis.call('GET', key) or '', '^(%d+) (%d+) (%d+)$')
  if kept_limit then
    spent, counted_until = tonumber(kept_spent), tonumber(kept_until)
    if tonumber(kept_limit) ~= limit then
      spent = math.ceil(spent * limit / tonumber(kept_limit))
    end
    spent = math.max(0, spent - limit * math.max(0, now - counted_until))
    counted_until = math.max(now, math.min(counted_until, now + ${maxLeadMilliseconds}))
  end
  limits[i], spents[i], untils[i] = limit, spent, counted_until
  allowances[i] = spent + cost <= limit * ${unitsPerRequest}
  allowed = allowed and allowances[i]
end

local reply = { now }
for i, key in ipairs(KEYS) do
  if allowed then
    spents[i] = spents[i] + cost
  end
  local until_full = math.ceil(spents[i] / limits[i]) + untils[i] - now
  if until_full > 0 then
    local kept = string.format('%.0f %.0f %.0f', limits[i], spents[i], untils[i])
    redis.call('SET', key, kept, 'PX', string.format('%.0f', until_full))
  end
  reply[#reply + 1] = allowances[i] and 1 or 0
  reply[#reply + 1] = spents[i]
  reply[#reply + 1] = untils[i]
end
return reply
`;

/** Whether the script could have replied this: a wrong reply must neither allow nor refuse more than the limits. */
function isReplyFor(limits: readonly number[], reply: unknown): reply is ScriptReply {
  if (!Array.isArray(reply) || reply.length !== 1 + 3 * limits.length) return false;
  if (!reply.every((number) => Number.isSafeInteger(number) && number >= 0)) return false;
  const [now, ...numbers]: number[] = reply;
  return limits.every((limit, position) => {
    const [allowed = 0, spent = 0, countedUntil = 0] = numbers.slice(3 * position);
    const lead = countedUntil - (now ?? 0);
    return allowed <= 1 && spent <= limit * unitsPerRequest && lead >= 0 && lead <= maxLeadMilliseconds;
  });
}

/** The decision for the limit at `position`. */
export function readReply(reply: ScriptReply, limit: number, position = 0): RateLimitDecision {
  const [isAllowed, spent = 0, countedUntil = 0] = reply.slice(1 + 3 * position);
  return decisionFor(isAllowed === 1, { limit, spent, countedUntil }, reply[0]);
}
