import type { MarketplacePlan } from '../fulfilment-service.ts';
import {
  type ConnectionFacts,
  type Finding,
  finding,
  fine,
  type MappedOffer,
  notChecked,
} from './connection-finding.ts';

type Facts = Pick<ConnectionFacts, 'sourceName' | 'sold' | 'offers' | 'mappings'>;

/** Sold plans must be mapped; mapped plans should be for sale with the same billing model. */
export function judgePlans(facts: Facts): readonly Finding[] {
  const { sourceName, sold, offers, mappings } = facts;
  const check = 'plans';
  const findings: Finding[] = [];
  const isMapped = (offerId: string, planId: string) =>
    mappings.some((mapping) => mapping.offerId === offerId && mapping.planId === planId);
  if (mappings.length === 0) {
    findings.push(
      finding(
        check,
        'Failing',
        `No plan is mapped to the source ${sourceName}.`,
        'Map each plan of your offers to a plan of the catalogue, under this source name.',
      ),
    );
  }
  if (sold.outcome === 'failed') {
    return [
      ...findings,
      notChecked(check, 'The sold plans are not known: the list of subscriptions cannot be read.'),
    ];
  }
  const soldUnmapped = sold.value.filter((one) => one.isLive && !isMapped(one.offerId, one.planId));
  for (const name of namesOf(soldUnmapped)) {
    findings.push(
      finding(
        check,
        'Failing',
        `${name} is sold, but not mapped to a plan of the catalogue: its customers have no entitlement.`,
        'Map it to a plan. Reconciliation then adds the subscriptions within the hour.',
      ),
    );
  }
  for (const { offerId, plans } of offers) {
    if (plans.outcome === 'failed') {
      findings.push(notChecked(check, `The plans of the offer ${offerId} cannot be read: ${plans.reason}`));
      continue;
    }
    const unmapped = plans.value.filter((plan) => !plan.isStopSell && !isMapped(offerId, plan.planId));
    for (const { planId } of unmapped.filter((plan) => !isIn(soldUnmapped, offerId, plan.planId))) {
      findings.push(
        finding(
          check,
          'Warning',
          `${nameOf({ offerId, planId })} is for sale, but not mapped to a plan of the catalogue.`,
          'Map it before a customer buys it, or stop selling it.',
        ),
      );
    }
  }
  findings.push(...judgeMappings(facts));
  findings.push(...unlisted(facts));
  const isFine = findings.every(({ outcome }) => outcome === 'NotChecked');
  const compared = compare(facts).length;
  return isFine && compared > 0
    ? [fine(check, `${compared} mapped plans are for sale as they are mapped.`), ...findings]
    : findings;
}

function judgeMappings(facts: Facts): readonly Finding[] {
  const check = 'plans';
  return facts.mappings.flatMap((mapping): readonly Finding[] => {
    const plans = listedPlans(facts, mapping.offerId);
    const listed = plans?.find(({ planId }) => planId === mapping.planId);
    if (plans && !listed) {
      return [
        finding(
          check,
          'Warning',
          `${nameOf(mapping)}, to which ${planNameOf(mapping)} is mapped, is not among the plans of its offer.`,
          'Compare the plan id, which is case-sensitive. A private plan is listed only to its audience.',
          mapping.mappingId,
        ),
      ];
    }
    if (!listed || listed.isPricePerSeat === mapping.isPerUser) return [];
    const [there, here] = listed.isPricePerSeat
      ? ['by the seat', 'at a flat rate']
      : ['at a flat rate', 'by the seat'];
    return [
      finding(
        check,
        'Failing',
        `${nameOf(mapping)} is sold ${there}, but ${planNameOf(mapping)} is billed ${here}.`,
        'Map it to a plan with the same billing model.',
        mapping.mappingId,
      ),
    ];
  });
}

/** The marketplace lists an offer's plans only through a subscription to it. */
function unlisted({ mappings, offers }: Facts): readonly Finding[] {
  const unknown = mappings.filter(({ offerId }) => !offers.some((offer) => offer.offerId === offerId));
  return [...new Set(unknown.map(({ offerId }) => offerId))].map((offerId) =>
    notChecked(
      'plans',
      `The plans of the offer ${offerId} are not known: it has no subscription.`,
      'Make a test purchase and check again.',
    ),
  );
}

/** Usage of an unknown dimension is rejected by the marketplace, or refused here. */
export function judgeDimensions(facts: Facts): readonly Finding[] {
  const check = 'dimensions';
  const compared = compare(facts);
  if (compared.length === 0) return [notChecked(check, 'No mapped plan could be compared.')];
  const findings = compared.flatMap(([mapping, listed]): readonly Finding[] => {
    const listedIds = listed.dimensions.map(({ id }) => id);
    const wrong = mapping.dimensions.filter((id) => !listedIds.includes(id));
    const missing = listedIds.filter((id) => !mapping.dimensions.includes(id));
    return [
      ...wrong.map((id) => ({
        ...finding(
          check,
          'Failing',
          `${nameOf(mapping)} has no dimension ${id}: usage of it will be rejected.`,
          `Correct the id in the mapping of ${planNameOf(mapping)}. Ids are case-sensitive.`,
          mapping.mappingId,
        ),
        dimension: id,
      })),
      ...missing.map((id) =>
        finding(
          check,
          'Warning',
          `${nameOf(mapping)} has the dimension ${id}, which ${planNameOf(mapping)} lacks: usage of it is refused here.`,
          'Add it to the mapping if it is used.',
          mapping.mappingId,
        ),
      ),
    ];
  });
  const count = compared.reduce((sum, [{ dimensions }]) => sum + dimensions.length, 0);
  if (findings.length > 0) return findings;
  return [fine(check, count === 0 ? 'No plan is metered.' : `${count} dimensions match the marketplace.`)];
}

/** Mapped plans with their plans at the marketplace. */
function compare(facts: Facts): readonly (readonly [MappedOffer, MarketplacePlan])[] {
  return facts.mappings.flatMap((mapping) => {
    const listed = listedPlans(facts, mapping.offerId)?.find(({ planId }) => planId === mapping.planId);
    return listed ? [[mapping, listed] as const] : [];
  });
}

function listedPlans({ offers }: Facts, offerId: string): readonly MarketplacePlan[] | undefined {
  const plans = offers.find((offer) => offer.offerId === offerId)?.plans;
  return plans?.outcome === 'answered' ? plans.value : undefined;
}

interface PlanName {
  readonly offerId: string;
  readonly planId: string;
}

const nameOf = ({ offerId, planId }: PlanName) => `The plan ${planId} of the offer ${offerId}`;
const namesOf = (plans: readonly PlanName[]) => [...new Set(plans.map(nameOf))];
const planNameOf = ({ product, plan }: MappedOffer) => `${product}/${plan}`;
const isIn = (plans: readonly PlanName[], offerId: string, planId: string) =>
  plans.some((plan) => plan.offerId === offerId && plan.planId === planId);
