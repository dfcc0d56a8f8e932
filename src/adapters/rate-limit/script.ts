import {
  decisionFor,
  longestLeadMilliseconds,
  type RateLimitDecision,
  unitsPerRequest,
} from '../../core/rate-limit.ts';

/** Allowed (1 or 0), units spent, the instant the refill is counted until, the store's own now. */
export type ScriptReply = readonly [allowed: 0 | 1, spent: number, countedUntil: number, now: number];

/**
 * `take` of `core/rate-limit.ts` where the state is, in one step no other node can come between. The
 * store's clock decides, as the nodes' clocks differ. A full allowance is the same as none, so a key lives until it
 * would be full.
 *
 * KEYS[1] the caller; ARGV[1] the limit.
 */
export const rateLimitScript = `
local limit = tonumber(ARGV[1])

local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)

local spent, counted_until = 0, now
local kept_limit, kept_spent, kept_until =
  string.match(redis.call('GET', KEYS[1]) or '', '^(%d+) (%d+) (%d+)$')
if kept_limit then
  spent, counted_until = tonumber(kept_spent), tonumber(kept_until)
  if tonumber(kept_limit) ~= limit then
    spent = math.ceil(spent * limit / tonumber(kept_limit))
  end
  spent = math.max(0, spent - limit * math.max(0, now - counted_until))
  counted_until = math.max(now, math.min(counted_until, now + ${longestLeadMilliseconds}))
end

local allowed = spent + ${unitsPerRequest} <= limit * ${unitsPerRequest}
if allowed then
  spent = spent + ${unitsPerRequest}
end

local kept = string.format('%.0f %.0f %.0f', limit, spent, counted_until)
local until_full = math.ceil(spent / limit) + counted_until - now
redis.call('SET', KEYS[1], kept, 'PX', string.format('%.0f', until_full))
return { allowed and 1 or 0, spent, counted_until, now }
`;

export function readReply(
  [allowed, spent, countedUntil, now]: ScriptReply,
  limit: number,
): RateLimitDecision {
  return decisionFor(allowed === 1, { limit, spent, countedUntil }, now);
}
