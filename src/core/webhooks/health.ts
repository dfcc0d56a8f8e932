import { type AttemptOutcome, isGone, isSuccess } from './delivery.ts';

export const disabledReasons = ['ByPartner', 'Gone', 'Failing'] as const;
export type DisabledReason = (typeof disabledReasons)[number];

/** Whether an endpoint is enabled, and since when it fails. */
export interface EndpointHealth {
  /** The first of the consecutive failed attempts; null if the last attempt succeeded or there was none. */
  readonly failingSince: Date | null;
  /** Null: enabled. */
  readonly disabled: { readonly reason: DisabledReason; readonly at: Date } | null;
}

export const healthy: EndpointHealth = { failingSince: null, disabled: null };

/** Whether attempts only fail, or the endpoint is disabled. */
export function isFailing({ failingSince, disabled }: EndpointHealth): boolean {
  return failingSince !== null || disabled !== null;
}

/** An endpoint that only fails for this long is disabled. */
export const maxFailingMilliseconds = 5 * 24 * 3_600_000;

/**
 * The health after a batch of attempts: 410 disables the endpoint at once; a success clears `failingSince`; a failure
 * sets it, and a failure five days later disables the endpoint. A disabled endpoint is unchanged. Returns the same value
 * if nothing has changed.
 */
export function healthAfter(
  health: EndpointHealth,
  outcomes: readonly AttemptOutcome[],
  now: Date,
): EndpointHealth {
  if (health.disabled || outcomes.length === 0) return health;
  if (outcomes.some(isGone)) return { ...health, disabled: { reason: 'Gone', at: now } };
  if (outcomes.some(isSuccess)) return health.failingSince === null ? health : healthy;
  if (health.failingSince === null) return { failingSince: now, disabled: null };
  return now.getTime() - health.failingSince.getTime() >= maxFailingMilliseconds
    ? { ...health, disabled: { reason: 'Failing', at: now } }
    : health;
}
