import {
  type ConnectionFacts,
  type Finding,
  fine,
  type MappedOffer,
  notChecked,
} from './connection-finding.ts';
import type { MarketplacePlan } from './fulfilment.ts';

type Facts = Pick<ConnectionFacts, 'sourceName' | 'sold' | 'offers' | 'mappings'>;

/** What is sold must lead somewhere; what is mapped should be for sale, and be billed alike. */
export function judgePlans(facts: Facts): readonly Finding[] {
  const { sourceName, sold, offers, mappings } = facts;
  const check = 'plans';
  const findings: Finding[] = [];
  const isMapped = (offerId: string, planId: string) =>
    mappings.some((mapping) => mapping.offerId === offerId && mapping.planId === planId);
  if (mappings.length === 0) {
    findings.push({
      check,
      outcome: 'Failing',
      what: `No plan is mapped to the source ${sourceName}.`,
      howToMend: 'Map each plan of your offers to a plan of the catalogue, under this source name.',
    });
  }
  if (sold.outcome === 'failed') {
    return [
      ...findings,
      notChecked(check, 'What is sold is not known: the list of subscriptions cannot be read.'),
    ];
  }
  const homeless = sold.value.filter((one) => one.isLive && !isMapped(one.offerId, one.planId));
  for (const name of namesOf(homeless)) {
    findings.push({
      check,
      outcome: 'Failing',
      what: `${name} is sold, and leads to no plan of the catalogue: its customers are entitled to nothing.`,
      howToMend: 'Map it to a plan. Reconciliation then receives the subscriptions within the hour.',
    });
  }
  for (const { offerId, plans } of offers) {
    if (plans.outcome === 'failed') {
      findings.push(notChecked(check, `The plans of the offer ${offerId} cannot be read: ${plans.reason}`));
      continue;
    }
    const unmapped = plans.value.filter((plan) => !plan.isStopSell && !isMapped(offerId, plan.planId));
    for (const { planId } of unmapped.filter((plan) => !isIn(homeless, offerId, plan.planId))) {
      findings.push({
        check,
        outcome: 'Warning',
        what: `${nameOf({ offerId, planId })} is for sale, and leads to no plan of the catalogue.`,
        howToMend: 'Map it before somebody buys it, or stop selling it.',
      });
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
        {
          check,
          outcome: 'Warning',
          what: `${nameOf(mapping)}, to which ${ours(mapping)} is mapped, is not among the plans of its offer.`,
          howToMend:
            'Compare the plan id, letter by letter. A plan that is sold to few is not listed to others.',
        },
      ];
    }
    if (!listed || listed.isPricePerSeat === mapping.isPerUser) return [];
    const [there, here] = listed.isPricePerSeat
      ? ['by the seat', 'at a flat rate']
      : ['at a flat rate', 'by the seat'];
    return [
      {
        check,
        outcome: 'Failing',
        what: `${nameOf(mapping)} is sold ${there}, and ${ours(mapping)} is billed ${here}.`,
        howToMend: 'Map it to a plan with the same billing model.',
      },
    ];
  });
}

/** The marketplace tells of an offer's plans by a subscription to it, and not otherwise. */
function unlisted({ mappings, offers }: Facts): readonly Finding[] {
  const unknown = mappings.filter(({ offerId }) => !offers.some((offer) => offer.offerId === offerId));
  return [...new Set(unknown.map(({ offerId }) => offerId))].map((offerId) =>
    notChecked(
      'plans',
      `The plans of the offer ${offerId} are not known: nobody has a subscription to it.`,
      'Buy it once yourself, as a test, and check again.',
    ),
  );
}

/** Usage of a dimension that the marketplace does not know is rejected there, and one that we do not know, here. */
export function judgeDimensions(facts: Facts): readonly Finding[] {
  const check = 'dimensions';
  const compared = compare(facts);
  if (compared.length === 0) return [notChecked(check, 'No mapped plan could be compared.')];
  const findings = compared.flatMap(([mapping, listed]): readonly Finding[] => {
    const theirs = listed.dimensions.map(({ id }) => id);
    const wrong = mapping.dimensions.filter((id) => !theirs.includes(id));
    const missing = theirs.filter((id) => !mapping.dimensions.includes(id));
    return [
      ...wrong.map((id) => ({
        check: 'dimensions' as const,
        outcome: 'Failing' as const,
        what: `${nameOf(mapping)} has no dimension ${id}: usage of it will be rejected.`,
        howToMend: `Correct the id in the mapping of ${ours(mapping)}. Ids are compared letter by letter.`,
      })),
      ...missing.map((id) => ({
        check: 'dimensions' as const,
        outcome: 'Warning' as const,
        what: `${nameOf(mapping)} has the dimension ${id}, which ${ours(mapping)} lacks: usage of it is refused here.`,
        howToMend: 'Add it to the mapping, unless it is not used.',
      })),
    ];
  });
  const count = compared.reduce((sum, [{ dimensions }]) => sum + dimensions.length, 0);
  if (findings.length > 0) return findings;
  return [
    fine(check, count === 0 ? 'No plan is metered.' : `${count} dimensions are the marketplace's own.`),
  ];
}

/** Mapped plans with what the marketplace says of them. */
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
const ours = ({ product, plan }: MappedOffer) => `${product}/${plan}`;
const isIn = (plans: readonly PlanName[], offerId: string, planId: string) =>
  plans.some((plan) => plan.offerId === offerId && plan.planId === planId);
