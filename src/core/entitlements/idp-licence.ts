/** A row of the identity provider's answer: one user's right to use one plan of ours. */
export interface UsageRight {
  readonly serviceIdentifier: string;
  /** As the provider writes it; states we do not know come along. */
  readonly state: string;
}

/** From best to worst. A warning is a payment's period of grace. */
export const usageRightStates = ['active', 'warning', 'suspended', 'inactive', 'unknown'] as const;
export type UsageRightState = (typeof usageRightStates)[number];

/** What became of asking the provider about one user, for one service identifier. */
export type LicenceLookUp =
  | {
      readonly outcome: 'reported';
      /** All rows of all pages, of this and of other plans. */
      readonly rights: readonly UsageRight[];
      readonly checkedAt: Date;
      /** The provider is away, and this is what it last said. */
      readonly stale: boolean;
    }
  | {
      readonly outcome: 'unavailable' | 'not-configured' | 'consent-missing';
      readonly checkedAt: Date | null;
    };

export function isUsable(state: UsageRightState | null): boolean {
  return state === 'active' || state === 'warning';
}

/**
 * The best state that the rows give a plan, or null when none is about it. A row is about the plan when it names
 * the service identifier exactly; only when no row does, one counts that has it as its last part
 * (`publisher.offer.plan` for `plan`), for another offer may have a plan of that name. The same plan can stand in
 * several rows, an old inactive one beside the active one: the best state is the user's.
 */
export function bestState(rights: readonly UsageRight[], serviceIdentifier: string): UsageRightState | null {
  const exact = rights.filter((right) => right.serviceIdentifier === serviceIdentifier);
  const fitting =
    exact.length > 0
      ? exact
      : rights.filter((right) => right.serviceIdentifier.endsWith(`.${serviceIdentifier}`));
  const states = fitting.map(({ state }) => knownState(state));
  return usageRightStates.find((state) => states.includes(state)) ?? null;
}

function knownState(state: string): UsageRightState {
  return usageRightStates.find((known) => known === state) ?? 'unknown';
}

/** Whether the rows say that the user may use the plan. */
export function confirmsLicence(rights: readonly UsageRight[], serviceIdentifier: string): boolean {
  return isUsable(bestState(rights, serviceIdentifier));
}
