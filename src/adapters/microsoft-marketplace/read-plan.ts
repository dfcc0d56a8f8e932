import type { MarketplaceDimension, MarketplacePlan } from '../../core/marketplace/fulfilment-service.ts';
import { countOf, flagOf, itemsOf, membersOf, textOf, textOrNull } from './loose-values.ts';
import { readQuantity } from './quantity-text.ts';

/** Undefined if it is not a list of plans. Plans without an id are skipped. */
export function readPlans(body: unknown): readonly MarketplacePlan[] | undefined {
  return itemsOf(body, 'plans')?.flatMap((item) => readPlan(item) ?? []);
}

function readPlan(value: unknown): MarketplacePlan | undefined {
  const members = membersOf(value);
  const planId = textOf(members?.planId);
  if (members === undefined || planId === '') return undefined;
  const { meteringDimensions } = membersOf(members.planComponents) ?? {};
  return {
    planId,
    displayName: textOf(members.displayName) || planId,
    description: textOf(members.description),
    isPrivate: flagOf(members.isPrivate, false),
    isPricePerSeat: flagOf(members.isPricePerSeat, false),
    isStopSell: flagOf(members.isStopSell, false),
    hasFreeTrial: flagOf(members.hasFreeTrials, false),
    minimumQuantity: countOf(members.minQuantity),
    maximumQuantity: countOf(members.maxQuantity),
    dimensions: Array.isArray(meteringDimensions)
      ? meteringDimensions.flatMap((item) => readDimension(item) ?? [])
      : [],
  };
}

function readDimension(value: unknown): MarketplaceDimension | undefined {
  const { id: writtenId, displayName, unitOfMeasure, currency, pricePerUnit } = membersOf(value) ?? {};
  const id = textOf(writtenId);
  if (id === '') return undefined;
  return {
    id,
    displayName: textOf(displayName) || id,
    unitOfMeasure: textOf(unitOfMeasure),
    currency: textOrNull(currency),
    pricePerUnit: readQuantity(pricePerUnit),
  };
}
