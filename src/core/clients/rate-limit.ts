export interface RateLimitDecision {
  readonly allowed: boolean;
  /** The limit that was applied, in requests per minute. */
  readonly limit: number;
  /** Whole requests that are allowed now. */
  readonly remaining: number;
  /** Whole seconds until `remaining` grows by one; 0 when the bucket is full. */
  readonly secondsUntilMore: number;
  /** The decision of the shared limit, when both limits were taken from. */
  readonly shared?: RateLimitDecision;
}

/** The token bucket of one caller. A missing state is a full bucket. */
export interface RateLimitState {
  /** The limit at the time of writing. */
  readonly limit: number;
  /** Units not yet refilled, from 0 to `limit × unitsPerRequest`. */
  readonly spent: number;
  /** The instant, in milliseconds, up to which the refill has been counted. */
  readonly countedUntil: number;
}

/**
 * A request costs as many units as a minute has milliseconds, so a limit of N requests per minute refills exactly
 * N units per millisecond: whole numbers throughout, and N lets exactly N through.
 */
export const unitsPerRequest = 60_000;

/** The size of a body that costs as much as one request. */
const bytesPerRequest = 64 * 1024;

/** The number of requests that a request with a body is counted as: one for every 64 KiB begun. */
export function bodyCost(bytes: number): number {
  return Math.max(1, Math.ceil(bytes / bytesPerRequest));
}

/** How far `countedUntil` may be ahead of a clock that has stepped backwards. */
export const maxLeadMilliseconds = 1_000;

/**
 * A token bucket: a full minute's allowance may be spent at once, refills evenly, and is full after a minute without
 * requests. A refused request costs nothing.
 *
 * When the limit changes, the spent share stays: an empty bucket stays empty and refills at the new rate.
 *
 * When the clock steps backwards, the refill waits until the clock catches up, but at most a second, so that a corrected
 * clock locks no caller out.
 */
export function take(
  state: RateLimitState | undefined,
  limit: number,
  nowMilliseconds: number,
  requests = 1,
): { readonly decision: RateLimitDecision; readonly state: RateLimitState } {
  const before = refill(state, limit, nowMilliseconds);
  const spent = before.spent + requests * unitsPerRequest;
  const allowed = spent <= limit * unitsPerRequest;
  const after = allowed ? { limit, spent, countedUntil: before.countedUntil } : before;
  return { decision: decisionFor(allowed, after, nowMilliseconds), state: after };
}

/** A request is allowed when both limits allow it; otherwise neither is charged. */
export function takeBoth(
  state: RateLimitState | undefined,
  limit: number,
  sharedState: RateLimitState | undefined,
  sharedLimit: number,
  nowMilliseconds: number,
  requests = 1,
): { readonly decision: RateLimitDecision; readonly state: RateLimitState; readonly shared: RateLimitState } {
  let own = take(state, limit, nowMilliseconds, requests);
  let shared = take(sharedState, sharedLimit, nowMilliseconds, requests);
  if (own.decision.allowed && !shared.decision.allowed) own = peek(state, limit, nowMilliseconds);
  else if (!own.decision.allowed && shared.decision.allowed) {
    shared = peek(sharedState, sharedLimit, nowMilliseconds);
  }
  return {
    decision: bothDecision(own.decision, shared.decision),
    state: own.state,
    shared: shared.state,
  };
}

export function bothDecision(own: RateLimitDecision, shared: RateLimitDecision): RateLimitDecision {
  const { allowed, limit, remaining, secondsUntilMore } = own;
  return { allowed: allowed && shared.allowed, limit, remaining, secondsUntilMore, shared };
}

/** The state and decision without taking a request. */
function peek(state: RateLimitState | undefined, limit: number, nowMilliseconds: number) {
  const refilled = refill(state, limit, nowMilliseconds);
  return { decision: decisionFor(true, refilled, nowMilliseconds), state: refilled };
}

/** The limit that refuses this number of requests; if both do, the one with the longer wait. */
export function refusingLimit({ shared, ...own }: RateLimitDecision, requests = 1): RateLimitDecision {
  if (!shared || shared.remaining >= requests) return own;
  return secondsUntil(requests, shared) > secondsUntil(requests, own) ? shared : own;
}

/** Whole seconds until this number of requests is allowed, if none is made meanwhile. */
export function secondsUntil(
  requests: number,
  { limit, remaining, secondsUntilMore }: RateLimitDecision,
): number {
  if (remaining >= requests) return 0;
  return secondsUntilMore + Math.ceil(((requests - remaining - 1) * 60) / limit);
}

/** Returns one request that was taken in advance. */
export function giveBack(state: RateLimitState): RateLimitState {
  return { ...state, spent: Math.max(0, state.spent - unitsPerRequest) };
}

export function decisionFor(
  allowed: boolean,
  state: RateLimitState,
  nowMilliseconds: number,
): RateLimitDecision {
  const { limit, spent, countedUntil } = state;
  const unspent = limit * unitsPerRequest - spent;
  const remaining = Math.floor(unspent / unitsPerRequest);
  if (spent === 0) return { allowed, limit, remaining, secondsUntilMore: 0 };

  const missing = (remaining + 1) * unitsPerRequest - unspent;
  const lead = Math.max(0, countedUntil - nowMilliseconds);
  const milliseconds = lead + Math.ceil(missing / limit);
  return { allowed, limit, remaining, secondsUntilMore: Math.ceil(milliseconds / 1_000) };
}

function refill(state: RateLimitState | undefined, limit: number, now: number): RateLimitState {
  if (state === undefined) return { limit, spent: 0, countedUntil: now };
  const spent = state.limit === limit ? state.spent : Math.ceil((state.spent * limit) / state.limit);
  const elapsed = Math.max(0, now - state.countedUntil);
  return {
    limit,
    spent: Math.max(0, spent - limit * elapsed),
    countedUntil: Math.max(now, Math.min(state.countedUntil, now + maxLeadMilliseconds)),
  };
}
