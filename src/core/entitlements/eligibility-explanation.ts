import type { LicenceModel } from '../catalogue/catalogue.ts';
import type { PlanContent } from '../catalogue/plan-content.ts';
import {
  decideEligibility,
  type EligibilityFacts,
  type EligibilityRequest,
  judgeInOrder,
  plansToConsider,
} from './eligibility.ts';
import { type EligibilityReason, makesEligible, outcomeOfReason } from './eligibility-reason.ts';
import type { LicenceOutcome } from './entitlement.ts';
import type { AccessLevel } from './in-force.ts';

interface PlanExplanation {
  readonly plan: string;
  readonly edition: string;
  readonly licenceModel: LicenceModel;
  /** The plan's reason, or why it was not considered: another plan was requested, or a better plan decided. */
  readonly reason: EligibilityReason | 'NotAskedFor' | 'NotNeeded';
  readonly licenceOutcome: LicenceOutcome | null;
  readonly isEligible: boolean;
  readonly words: string;
}

/** How an eligibility decision was made. */
export interface EligibilityExplanation {
  readonly accessLevel: AccessLevel;
  readonly reason: EligibilityReason;
  readonly words: string;
  /** What the partner or the customer can do; null for an eligible user. */
  readonly whatToDo: string | null;
  /** The slug of the deciding plan; null if the tenant does not hold the requested plan. */
  readonly decidedBy: string | null;
  /** The plans in force, best first. */
  readonly plans: readonly PlanExplanation[];
}

export function explainEligibility(
  request: EligibilityRequest,
  facts: EligibilityFacts,
  now: Date,
): EligibilityExplanation {
  const { accessLevel, inForce, considered } = plansToConsider(request, facts, now);
  const reasons = new Map(
    judgeInOrder(considered, facts, now).map(({ plan, reason }) => [plan.slug, reason]),
  );
  const { reason, plan } = decideEligibility(request, facts, now);
  return {
    accessLevel,
    reason,
    words: wordsOf[reason],
    whatToDo: remedyOf[reason],
    decidedBy: reason === 'PlanMismatch' ? null : (plan?.slug ?? null),
    plans: inForce.map((one) =>
      explainPlan(one, reasons.get(one.slug) ?? (considered.includes(one) ? 'NotNeeded' : 'NotAskedFor')),
    ),
  };
}

function explainPlan(plan: PlanContent, reason: PlanExplanation['reason']): PlanExplanation {
  const isConsidered = reason !== 'NotAskedFor' && reason !== 'NotNeeded';
  return {
    plan: plan.slug,
    edition: plan.edition.slug,
    licenceModel: plan.licenceModel,
    reason,
    licenceOutcome: isConsidered ? outcomeOfReason[reason] : null,
    isEligible: isConsidered && makesEligible(reason),
    words: wordsOf[reason],
  };
}

const remedyOf: Readonly<Record<EligibilityReason, string | null>> = {
  TenantWideEntitlement: null,
  SeatAssigned: null,
  IdpLicensed: null,
  TenantNotEntitled: 'Ask the customer to buy the product, or add their contract.',
  PlanMismatch: 'Check without a plan, or ask the customer to change to the requested plan.',
  NoSeatAssigned: 'Assign the user a seat, or ask the customer to do so on their own page.',
  IdpNotLicensed:
    "Ask an administrator of the customer to assign the user a licence of the plan in the marketplace's admin centre. It takes effect within minutes.",
  NoIdpPlan: 'Enter the service identifier of the plan: edit the plan on the page of its product.',
  IdpNoLicencesReported:
    'Ask an administrator of the customer whether the user has a licence. If so, check that the application that reads licences belongs to the publisher tenant of the offer.',
  IdpUnavailable:
    'Check again in a few minutes. If the failure persists, see the status page of the identity provider.',
  IdpNotConfigured: 'Connect the product to the identity provider, under Settings, Licences.',
  DelegatedConsentMissing:
    "Ask an administrator of the customer's tenant to consent to the application that reads licences, or to grant it User.Read.All.",
};

const wordsOf: Readonly<Record<PlanExplanation['reason'], string>> = {
  TenantWideEntitlement: 'The plan covers every user of the tenant.',
  SeatAssigned: 'The user has a seat.',
  IdpLicensed: 'The identity provider confirms a usable licence.',
  TenantNotEntitled: 'No subscription of the tenant gives access to the product.',
  PlanMismatch: 'The tenant has the product, but not the requested plan.',
  NoSeatAssigned: 'The user has no seat.',
  IdpNotLicensed: 'The identity provider reports licences, but no usable one for the plan.',
  NoIdpPlan: 'The plan is not mapped to a plan of the identity provider.',
  IdpNoLicencesReported:
    'The identity provider reports no licences of the user, which does not prove that there are none.',
  IdpUnavailable: 'The identity provider did not respond, and there is no recent confirmation.',
  IdpNotConfigured: 'Reading licences at the identity provider is not configured.',
  DelegatedConsentMissing: "The customer's tenant has not consented to the application that reads licences.",
  NotAskedFor: 'Another plan was requested.',
  NotNeeded: 'A better plan already makes the user eligible.',
};
