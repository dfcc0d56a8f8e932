import type { LicenceModel } from '../catalogue/catalogue.ts';
import type { PlanContent } from '../catalogue/plan-content.ts';
import {
  decideEligibility,
  type EligibilityFacts,
  type EligibilityRequest,
  judgeInTurn,
  plansToConsider,
} from './eligibility.ts';
import type { LicenceOutcome } from './entitlement.ts';
import type { AccessLevel } from './in-force.ts';
import { type EligibilityReason, makesEligible, outcomeOfReason } from './licence-judgement.ts';

export interface PlanExplanation {
  readonly plan: string;
  readonly edition: string;
  readonly licenceModel: LicenceModel;
  /** What it said of the user; or why it was not asked: the question is about another plan, or a better one decided. */
  readonly reason: EligibilityReason | 'NotAskedFor' | 'NotNeeded';
  readonly licenceOutcome: LicenceOutcome | null;
  readonly isEligible: boolean;
  readonly words: string;
}

/** How an eligibility answer came about. */
export interface EligibilityExplanation {
  readonly accessLevel: AccessLevel;
  readonly reason: EligibilityReason;
  readonly words: string;
  /** The slug of the plan that gave the answer; null when none that was asked about is held. */
  readonly decidedBy: string | null;
  /** Every plan in force, in the order of asking: best first. */
  readonly plans: readonly PlanExplanation[];
}

export function explainEligibility(
  question: EligibilityRequest,
  facts: EligibilityFacts,
  now: Date,
): EligibilityExplanation {
  const { accessLevel, inForce, considered } = plansToConsider(question, facts, now);
  const said = new Map(judgeInTurn(considered, facts, now).map(({ plan, reason }) => [plan.slug, reason]));
  const { reason, plan } = decideEligibility(question, facts, now);
  return {
    accessLevel,
    reason,
    words: wordsOf[reason],
    decidedBy: reason === 'PlanMismatch' ? null : (plan?.slug ?? null),
    plans: inForce.map((one) =>
      explainPlan(one, said.get(one.slug) ?? (considered.includes(one) ? 'NotNeeded' : 'NotAskedFor')),
    ),
  };
}

function explainPlan(plan: PlanContent, reason: PlanExplanation['reason']): PlanExplanation {
  const wasAsked = reason !== 'NotAskedFor' && reason !== 'NotNeeded';
  return {
    plan: plan.slug,
    edition: plan.edition.slug,
    licenceModel: plan.licenceModel,
    reason,
    licenceOutcome: wasAsked ? outcomeOfReason[reason] : null,
    isEligible: wasAsked && makesEligible(reason),
    words: wordsOf[reason],
  };
}

const wordsOf: Readonly<Record<PlanExplanation['reason'], string>> = {
  TenantWideEntitlement: 'The plan covers every user of the tenant.',
  SeatAssigned: 'The user has one of the seats.',
  IdpLicensed: 'The identity provider confirms a licence that can be used.',
  TenantNotEntitled: 'No subscription of the tenant gives access to the product.',
  PlanMismatch: 'The tenant holds the product, but not the plan that was asked for.',
  NoSeatAssigned: 'The user has none of the seats.',
  IdpNotLicensed: 'The identity provider reports licences, none of which fits the plan and can be used.',
  NoIdpPlan: 'The plan is not mapped to a plan of the identity provider, so there is nothing to look for.',
  IdpNoLicencesReported: 'The identity provider reports no licences at all, which proves nothing.',
  IdpUnavailable: 'The identity provider did not answer, and no recent confirmation is at hand.',
  IdpNotConfigured: 'The look-up at the identity provider has not been set up.',
  DelegatedConsentMissing: "The customer's tenant has not consented to the look-up at the identity provider.",
  NotAskedFor: 'The question is about another plan.',
  NotNeeded: 'A better plan had already made the user eligible.',
};
