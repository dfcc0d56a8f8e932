/** A row of the identity provider's response: a user's licence for a plan. */
export interface UsageRight {
  readonly serviceIdentifier: string;
  /** The raw state; may be unknown to this version. */
  readonly state: string;
}

/** From best to worst. A warning is the grace period of a payment. */
export const usageRightStates = ['active', 'warning', 'suspended', 'inactive', 'unknown'] as const;
export type UsageRightState = (typeof usageRightStates)[number];

export interface ReportedLicences {
  readonly outcome: 'reported';
  /** The rows of all pages and all plans. */
  readonly rights: readonly UsageRight[];
  readonly checkedAt: Date;
  /** A cached response, because the identity provider is unavailable. */
  readonly stale: boolean;
}

/** The result of a licence look-up for one user and service identifier. */
export type LicenceLookUp =
  | ReportedLicences
  | {
      readonly outcome: 'unavailable' | 'not-configured' | 'consent-missing';
      readonly checkedAt: Date | null;
    };

export function isUsable(state: UsageRightState | null): boolean {
  return state === 'active' || state === 'warning';
}

/**
 * The best state of the plan's rows; null without a row. A row matches the service identifier exactly; only without an
 * exact match does a row count that has it as its last part (`publisher.offer.plan` for `plan`), because another offer
 * may have a plan of that name. A plan can have several rows, such as an old inactive one beside the active one.
 */
export function bestState(rights: readonly UsageRight[], serviceIdentifier: string): UsageRightState | null {
  const exact = rights.filter((right) => right.serviceIdentifier === serviceIdentifier);
  const matching =
    exact.length > 0
      ? exact
      : rights.filter((right) => right.serviceIdentifier.endsWith(`.${serviceIdentifier}`));
  const states = matching.map(({ state }) => knownState(state));
  return usageRightStates.find((state) => states.includes(state)) ?? null;
}

function knownState(state: string): UsageRightState {
  return usageRightStates.find((known) => known === state) ?? 'unknown';
}

export function confirmsLicence(rights: readonly UsageRight[], serviceIdentifier: string): boolean {
  return isUsable(bestState(rights, serviceIdentifier));
}
