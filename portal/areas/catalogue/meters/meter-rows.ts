import type { UsageLimit } from '../../../parts/format/usage-limit-text.ts';
import type { Plan, Product } from '../queries.ts';

type Mapping = Plan['marketplace'][number];

/** A mapping that can have meters, with its plan. */
export interface MappedPlan extends Pick<Mapping, 'mappingId' | 'offerId' | 'planId'> {
  readonly plan: Plan;
}

/** One meter of one mapping. */
export interface MeterRow extends MappedPlan, Pick<Mapping['dimensions'][number], 'id' | 'name' | 'unit'> {
  readonly included: { readonly quantity: number; readonly per: 'Month' | 'Year' | 'Term' } | null;
  readonly usageLimit: UsageLimit | null;
  /** The limit of the plan that has the id of the dimension as its key. */
  readonly limit: number | null;
}

/** The mappings of flat-rate plans that are not archived: others have no meters. */
export function mappedPlans({ plans }: Product): readonly MappedPlan[] {
  return mappingsOf(
    plans.filter(({ status, billingModel }) => status !== 'Archived' && billingModel === 'FlatRate'),
  );
}

/** The meters of the product, by name, then in the order of its plans. */
export function metersOf({ plans }: Product): readonly MeterRow[] {
  return mappingsOf(plans.filter(({ status }) => status !== 'Archived'))
    .flatMap(({ dimensions, ...mapped }) =>
      dimensions.map(({ id, name, unit, included, limit }) => ({
        ...mapped,
        id,
        name,
        unit,
        included: included ?? null,
        usageLimit: limit ?? null,
        limit: mapped.plan.limits[id] ?? null,
      })),
    )
    .toSorted((a, b) => a.name.localeCompare(b.name));
}

function mappingsOf(plans: readonly Plan[]) {
  return plans.flatMap((plan) =>
    plan.marketplace.map(({ mappingId, offerId, planId, dimensions }) => ({
      plan,
      mappingId,
      offerId,
      planId,
      dimensions,
    })),
  );
}
