import type { LicenceModel, PublicationStatus } from '../catalogue/catalogue.ts';
import type { PlanContent } from '../catalogue/plan-content.ts';
import { type Refusal, refuse } from '../refusal.ts';
import type { Subject } from '../subscriptions/eligibility-subject.ts';
import { type EligibilityReason, makesEligible, outcomeOfReason } from './eligibility-reason.ts';
import type { LicenceOutcome, Named } from './entitlement.ts';
import { type AccessLevel, accessAt, distinctPlans, type EntitlementFacts } from './in-force.ts';
import {
  type IdpLicenceFacts,
  judgeLicence,
  type LicenceFacts,
  type LicenceJudgement,
  type SeatFacts,
  type SeatResponse,
} from './user-licence.ts';

/** Whether a user may use the product, or the requested plan of it. */
export interface EligibilityRequest {
  readonly requestedPlan: string | null;
  readonly subject: Subject;
}

export interface EligibilityFacts extends LicenceFacts {
  readonly entitlement: EntitlementFacts;
}

/** The members of the API response, and the access level. */
export interface Eligibility {
  readonly tenantId: string;
  readonly product: Named;
  readonly plan: Named | null;
  readonly requestedPlan: string | null;
  readonly subject: Subject;
  readonly tenantEntitled: boolean;
  readonly licenceModel: LicenceModel | null;
  readonly licenceOutcome: LicenceOutcome;
  readonly isEligible: boolean;
  readonly reason: EligibilityReason;
  readonly seats: SeatResponse | null;
  readonly idpLicence: IdpLicenceFacts | null;
  readonly evaluatedAt: string;
  readonly accessLevel: AccessLevel;
}

/** A published or archived plan can be requested; a draft cannot. */
export function checkRequestedPlan(
  requestedPlan: string | null,
  plans: readonly { readonly slug: string; readonly status: PublicationStatus }[],
): Refusal | undefined {
  if (requestedPlan === null) return undefined;
  if (plans.some(({ slug, status }) => slug === requestedPlan && status !== 'Draft')) return undefined;
  return refuse('plan.not_found', { plan: requestedPlan });
}

/** The plans in force, best first, and those of them that match the request. */
export interface PlansToConsider {
  readonly accessLevel: AccessLevel;
  readonly inForce: readonly PlanContent[];
  readonly considered: readonly PlanContent[];
}

export function plansToConsider(
  { requestedPlan }: EligibilityRequest,
  { entitlement }: Pick<EligibilityFacts, 'entitlement'>,
  now: Date,
): PlansToConsider {
  const access = accessAt(entitlement, now);
  const inForce = distinctPlans(access.inForce);
  const considered = inForce.filter(({ slug }) => requestedPlan === null || slug === requestedPlan);
  return { accessLevel: access.accessLevel, inForce, considered };
}

/** Judges the plans in order until one makes the user eligible. */
export function judgeInOrder(
  plans: readonly PlanContent[],
  facts: LicenceFacts,
  now: Date,
): readonly LicenceJudgement[] {
  const judgements: LicenceJudgement[] = [];
  for (const plan of plans) {
    const judgement = judgeLicence(plan, facts, now);
    judgements.push(judgement);
    if (makesEligible(judgement.reason)) break;
  }
  return judgements;
}

/**
 * First the tenant: without access no user is eligible. Then the plan: a requested plan must be in force, otherwise the
 * response has the tenant's best plan. Then the licence: the best plan that makes the user eligible decides; if none
 * does, the best plan gives the reason.
 */
export function decideEligibility(
  request: EligibilityRequest,
  facts: EligibilityFacts,
  now: Date,
): Eligibility {
  const { accessLevel, inForce, considered } = plansToConsider(request, facts, now);
  const judgements = judgeInOrder(considered, facts, now);
  const deciding = judgements.find(({ reason }) => makesEligible(reason)) ?? judgements[0];
  const reason = deciding?.reason ?? (accessLevel === 'None' ? 'TenantNotEntitled' : 'PlanMismatch');
  const plan = deciding?.plan ?? inForce[0];
  const { tenantId, product } = facts.entitlement;
  const { objectId, email, isCaller } = request.subject;
  return {
    tenantId,
    product: { slug: product.slug, name: product.name },
    plan: plan ? { slug: plan.slug, name: plan.name } : null,
    requestedPlan: request.requestedPlan,
    subject: { objectId, email, isCaller },
    tenantEntitled: accessLevel !== 'None',
    licenceModel: deciding?.plan.licenceModel ?? null,
    licenceOutcome: outcomeOfReason[reason],
    isEligible: makesEligible(reason),
    reason,
    seats: deciding?.seats ?? null,
    idpLicence: deciding?.idpLicence ?? null,
    evaluatedAt: now.toISOString(),
    accessLevel,
  };
}

/**
 * The service identifiers to look up at the identity provider before the decision: those of the plans before the first
 * plan that makes the user eligible without a look-up.
 */
export function licencesToLookUp(
  request: EligibilityRequest,
  facts: Pick<EligibilityFacts, 'entitlement' | 'seats'>,
  now: Date,
): readonly string[] {
  const { considered } = plansToConsider(request, facts, now);
  const judgements = judgeInOrder(considered, { seats: facts.seats, lookUps: new Map() }, now);
  const identifiers = judgements.flatMap(({ idpLicence }) =>
    idpLicence ? [idpLicence.serviceIdentifier] : [],
  );
  return [...new Set(identifiers)];
}

/** The seats of one subscription, and whether the user has one. */
export interface SubscriptionSeats {
  readonly subscriptionId: string;
  readonly assigned: number;
  readonly isAssigned: boolean;
}

/** The seats of each plan, over its subscriptions in force: a seat ends with its subscription. */
export function seatsByPlan(
  entitlement: EntitlementFacts,
  seats: readonly SubscriptionSeats[],
  now: Date,
): ReadonlyMap<string, SeatFacts> {
  const byPlan = new Map<string, SeatFacts>();
  for (const { subscription, plan } of accessAt(entitlement, now).inForce) {
    const own = seats.find(({ subscriptionId }) => subscriptionId === subscription.subscriptionId);
    const sum = byPlan.get(plan.slug) ?? { total: 0, assigned: 0, isAssigned: false };
    byPlan.set(plan.slug, {
      total: sum.total + (subscription.quantity ?? 0),
      assigned: sum.assigned + (own?.assigned ?? 0),
      isAssigned: sum.isAssigned || own?.isAssigned === true,
    });
  }
  return byPlan;
}
