import type { PlanContent } from '../catalogue/plan-content.ts';
import type { EligibilityReason } from './eligibility-reason.ts';
import { bestState, isUsable, type LicenceLookUp, type UsageRightState } from './idp-licence.ts';

/** The seats of one plan, over the subscriptions in force, and whether the user has one. */
export interface SeatFacts {
  readonly total: number;
  readonly assigned: number;
  readonly isAssigned: boolean;
}

/** The facts about one user. */
export interface LicenceFacts {
  /** By plan slug. */
  readonly seats: ReadonlyMap<string, SeatFacts>;
  /** By service identifier. */
  readonly lookUps: ReadonlyMap<string, LicenceLookUp>;
}

export interface SeatResponse extends SeatFacts {
  readonly available: number;
}

export interface IdpLicenceFacts {
  readonly serviceIdentifier: string;
  /** The best reported state of the plan; null if none. */
  readonly state: UsageRightState | null;
  readonly checkedAt: string | null;
  readonly stale: boolean;
}

/** The result of one plan for one user. */
export interface LicenceJudgement {
  readonly plan: PlanContent;
  readonly reason: EligibilityReason;
  readonly seats: SeatResponse | null;
  readonly idpLicence: IdpLicenceFacts | null;
}

/** The maximum age of a cached confirmation while the identity provider is unavailable. */
export const staleGrace = 3_600_000;

/** A tenant-wide plan covers every user; the other licence models depend on the user. */
export function judgeLicence(plan: PlanContent, facts: LicenceFacts, now: Date): LicenceJudgement {
  switch (plan.licenceModel) {
    case 'TenantWide':
      return { plan, reason: 'TenantWideEntitlement', seats: null, idpLicence: null };
    case 'Seats': {
      const seats = facts.seats.get(plan.slug) ?? { total: 0, assigned: 0, isAssigned: false };
      return {
        plan,
        reason: seats.isAssigned ? 'SeatAssigned' : 'NoSeatAssigned',
        seats: seatResponse(seats),
        idpLicence: null,
      };
    }
    case 'IdpManaged': {
      const { serviceIdentifier } = plan;
      if (serviceIdentifier === null) return { plan, reason: 'NoIdpPlan', seats: null, idpLicence: null };
      const lookUp = facts.lookUps.get(serviceIdentifier);
      return { plan, seats: null, ...judgeLookUp(serviceIdentifier, lookUp, now) };
    }
  }
}

/** A quantity below the assigned seats leaves none available, but revokes none. */
function seatResponse({ total, assigned, isAssigned }: SeatFacts): SeatResponse {
  return { total, assigned, available: Math.max(0, total - assigned), isAssigned };
}

/**
 * An empty report does not prove that there is no licence. A stale report counts only if it confirms the licence, for an
 * hour; otherwise the result is as without a look-up.
 */
function judgeLookUp(
  serviceIdentifier: string,
  lookUp: LicenceLookUp | undefined,
  now: Date,
): Pick<LicenceJudgement, 'reason' | 'idpLicence'> {
  const answer = (reason: EligibilityReason, state: UsageRightState | null) => ({
    reason,
    idpLicence: {
      serviceIdentifier,
      state,
      checkedAt: lookUp?.checkedAt?.toISOString() ?? null,
      stale: lookUp?.outcome === 'reported' && lookUp.stale,
    },
  });
  switch (lookUp?.outcome) {
    case 'not-configured':
      return answer('IdpNotConfigured', null);
    case 'consent-missing':
      return answer('DelegatedConsentMissing', null);
    case 'reported': {
      const state = bestState(lookUp.rights, serviceIdentifier);
      const isTooOld = lookUp.stale && now.getTime() - lookUp.checkedAt.getTime() > staleGrace;
      if (lookUp.stale && (isTooOld || !isUsable(state))) return answer('IdpUnavailable', null);
      if (isUsable(state)) return answer('IdpLicensed', state);
      return answer(lookUp.rights.length === 0 ? 'IdpNoLicencesReported' : 'IdpNotLicensed', state);
    }
    default:
      return answer('IdpUnavailable', null);
  }
}
