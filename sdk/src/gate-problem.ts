import type { OfflineState } from './offline/licence-state.ts';
import type { LimitSetter, RefusedReservation } from './types.ts';

/**
 * The refusal of a request, as a problem document (RFC 9457).
 *
 * @example
 * ```ts
 * import type { GateProblem } from '@tessera/client/express';
 *
 * const response = await fetch('/schedules', { method: 'POST' });
 * const { code, capability }: GateProblem = await response.json();
 * console.log(response.status, code, capability); // 402 capability_missing scheduling
 * ```
 */
export interface GateProblem {
  readonly type: string;
  readonly title: string;
  readonly status: 400 | 401 | 402 | 403 | 429 | 503;
  readonly code: string;
  readonly detail: string;
  /** The service's reason, such as `NoSeatAssigned`, or the code of its refusal. */
  readonly reason?: string;
  /** The one that is missing, with `capability_missing`. */
  readonly capability?: string;
  /** The limit and who set it, with `metering.limit_reached` and `metering.quantity_over_limit`. */
  readonly limit?: number;
  readonly setBy?: LimitSetter;
  /** What the limit's period has, with `metering.limit_reached`. */
  readonly used?: number;
  readonly reserved?: number;
  readonly remaining?: number;
  /** When the period ends, if it is known. */
  readonly resetsAt?: string;
  /** Seconds until then, as in `Retry-After`. */
  readonly retryAfter?: number;
}

const problemHeaders = {
  'content-type': 'application/problem+json',
  'cache-control': 'no-store',
} as const;

/** The headers of a response with a problem. */
export function headersOf({ status, retryAfter }: GateProblem): Record<string, string> {
  const seconds = status === 503 ? 5 : retryAfter;
  return seconds === undefined ? problemHeaders : { ...problemHeaders, 'retry-after': String(seconds) };
}

function problem<Status extends GateProblem['status']>(
  status: Status,
  code: string,
  title: string,
  detail: string,
) {
  return { type: `urn:tessera:${code}`, title, status, code, detail };
}

export const tenantMissing = problem(
  401,
  'tenant_missing',
  'The request has no tenant',
  'Sign in with an account of your organisation.',
);

export const tenantMalformed = problem(
  400,
  'tenant_malformed',
  'The tenant of the request is no UUID',
  'Send the id of your organisation as its administrator knows it.',
);

export const userMissing = problem(401, 'user_missing', 'The request has no user', 'Sign in.');

export const userMalformed = problem(
  400,
  'user_malformed',
  'The user of the request is neither an object id nor an e-mail address',
  'Send one of them, whole.',
);

export const notEntitled: GateProblem = {
  ...problem(
    402,
    'not_entitled',
    'Your organisation has no plan of this product',
    'Buy a plan, or renew the one that has ended.',
  ),
  reason: 'TenantNotEntitled',
};

export const capabilityMissing = (capability: string): GateProblem => ({
  ...problem(
    402,
    'capability_missing',
    'Your plan does not include this',
    `Choose a plan that includes ${capability}.`,
  ),
  capability,
});

/** Somebody must pay, as for a plan that has ended. */
export const readOnly = problem(
  402,
  'access_read_only',
  'Your subscription is suspended',
  'You can read, but not change anything until it is paid for.',
);

/** Why a licence file gives less access than the subscription. */
export const licenceFileProblems: Readonly<Partial<Record<OfflineState, GateProblem>>> = {
  Ended: problem(
    402,
    'licence_file_ended',
    'The licence file of this installation has ended',
    'Ask your administrator for the next one.',
  ),
  Revoked: problem(
    402,
    'licence_file_revoked',
    'The licence file of this installation is revoked',
    'Ask your administrator for another one.',
  ),
  ClockSetBack: problem(
    503,
    'clock_set_back',
    'The clock of this installation was set back',
    'Ask your administrator to set it.',
  ),
};

export const seatMissing = (reason: string): GateProblem => ({
  ...problem(
    403,
    'seat_missing',
    'You have no licence for this product',
    'Ask your administrator to assign one to you.',
  ),
  reason,
});

/** Who can raise a limit. */
const remedies: Readonly<Record<LimitSetter, string>> = {
  Plan: 'Your plan has this limit: choose a larger one, or wait.',
  Partner: 'We have set this limit for your organisation: ask us to raise it, or wait.',
  Customer: 'Your organisation has set this limit: ask your administrator to raise it, or wait.',
};

/** The refusal of a reservation. */
export function limitReached({ isGranted: _, reason, ...facts }: RefusedReservation): GateProblem {
  if (reason === 'Unavailable') return unavailable;
  const detail = remedies[facts.setBy ?? 'Plan'];
  const known = Object.fromEntries(Object.entries(facts).filter(([, fact]) => fact !== null));
  const found =
    reason === 'LimitReached'
      ? problem(429, 'metering.limit_reached', 'The limit is reached', detail)
      : problem(429, 'metering.quantity_over_limit', 'The request needs more than the whole limit', detail);
  return { ...found, ...known };
}

export const unavailable = problem(
  503,
  'entitlement_unavailable',
  'Your licence cannot be checked at present',
  'Try again in a few seconds.',
);
