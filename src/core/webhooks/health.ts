import { isGone, isSuccess, type TryOutcome } from './delivery.ts';

export const disabledReasons = ['ByPartner', 'Gone', 'Failing'] as const;
export type DisabledReason = (typeof disabledReasons)[number];

/** Whether an endpoint is told of events, and how it has done lately. */
export interface EndpointHealth {
  /** Since when every try has failed; null when the last one went well, or none was made. */
  readonly failingSince: Date | null;
  /** Null while it is enabled. */
  readonly disabled: { readonly reason: DisabledReason; readonly at: Date } | null;
}

export const healthy: EndpointHealth = { failingSince: null, disabled: null };

/** After so long of nothing but failure an endpoint is disabled. */
export const maxFailingMilliseconds = 5 * 24 * 3_600_000;

/**
 * What tries that ended together make of an endpoint: 410 disables it at once; a success ends its failing; a failure
 * begins it, and one that comes five days after the first, with nothing but failures between, disables it. One that is
 * disabled stays as it is. Answers the same value when nothing has changed.
 */
export function healthAfter(
  health: EndpointHealth,
  outcomes: readonly TryOutcome[],
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
