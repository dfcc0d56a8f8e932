export interface RateLimitDecision {
  readonly allowed: boolean;
  /** The limit that was applied, in requests per minute. */
  readonly limit: number;
  /** Whole requests that could be made at once right now. */
  readonly remaining: number;
  /** Whole seconds until there is room for one more request than `remaining`; 0 when the allowance is full. */
  readonly secondsUntilMore: number;
  /** Where the limit stands that the caller shares with others, when both were taken from at once. */
  readonly shared?: RateLimitDecision;
}

/** Where one caller stands. Whoever keeps it only keeps it; nothing kept is a full allowance. */
export interface RateLimitState {
  /** The limit in force when it was written. */
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

/** How far the refill may have been counted ahead of a clock that has stepped backwards. */
export const maxLeadMilliseconds = 1_000;

/**
 * A full minute's allowance may be spent at once; it refills evenly, and is full again after a minute of silence.
 * A refused request costs nothing.
 *
 * A changed limit keeps the share that is spent: who has used up the old allowance has used up the new one, which
 * then refills at the new pace.
 *
 * A clock that steps backwards gives nothing: the refill waits until the clock is where it was, but never longer
 * than a second, so that a wrong clock put right does not lock anybody out.
 */
export function take(
  state: RateLimitState | undefined,
  limit: number,
  nowMilliseconds: number,
): { readonly decision: RateLimitDecision; readonly state: RateLimitState } {
  const before = refill(state, limit, nowMilliseconds);
  const spent = before.spent + unitsPerRequest;
  const allowed = spent <= limit * unitsPerRequest;
  const after = allowed ? { limit, spent, countedUntil: before.countedUntil } : before;
  return { decision: decisionFor(allowed, after, nowMilliseconds), state: after };
}

/** A request is allowed when both limits have room for it; when one has none, neither is charged. */
export function takeBoth(
  state: RateLimitState | undefined,
  limit: number,
  sharedState: RateLimitState | undefined,
  sharedLimit: number,
  nowMilliseconds: number,
): { readonly decision: RateLimitDecision; readonly state: RateLimitState; readonly shared: RateLimitState } {
  let own = take(state, limit, nowMilliseconds);
  let shared = take(sharedState, sharedLimit, nowMilliseconds);
  if (own.decision.allowed && !shared.decision.allowed) own = look(state, limit, nowMilliseconds);
  else if (!own.decision.allowed && shared.decision.allowed) {
    shared = look(sharedState, sharedLimit, nowMilliseconds);
  }
  return {
    decision: bothDecision(own.decision, shared.decision),
    state: own.state,
    shared: shared.state,
  };
}

export function bothDecision(own: RateLimitDecision, shared: RateLimitDecision): RateLimitDecision {
  return { ...own, allowed: own.allowed && shared.allowed, shared };
}

/** Where somebody stands who takes nothing. */
function look(state: RateLimitState | undefined, limit: number, nowMilliseconds: number) {
  const refilled = refill(state, limit, nowMilliseconds);
  return { decision: decisionFor(true, refilled, nowMilliseconds), state: refilled };
}

/** Which of two limits turns a request away, and for how long; of both, the longer wait. */
export function refusingLimit({ shared, ...own }: RateLimitDecision): RateLimitDecision {
  if (!shared || shared.remaining > 0) return own;
  return own.remaining > 0 || shared.secondsUntilMore > own.secondsUntilMore ? shared : own;
}

/** Takes one request back that was taken in advance. */
export function giveBack(state: RateLimitState): RateLimitState {
  return { ...state, spent: Math.max(0, state.spent - unitsPerRequest) };
}

/** What to tell a caller who now stands at `state`. */
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
