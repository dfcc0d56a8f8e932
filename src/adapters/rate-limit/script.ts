import {
  decisionFor,
  maxLeadMilliseconds,
  type RateLimitDecision,
  unitsPerRequest,
} from '../../core/clients/rate-limit.ts';

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

/** The decision for the limit at `position`. */
export function readReply(reply: ScriptReply, limit: number, position = 0): RateLimitDecision {
  const [isAllowed, spent = 0, countedUntil = 0] = reply.slice(1 + 3 * position);
  return decisionFor(isAllowed === 1, { limit, spent, countedUntil }, reply[0]);
}
