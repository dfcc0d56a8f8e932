import type { LicenceArn } from './licence-address.ts';

/** One dimension of a contract, as AWS lists it. */
export interface LicenceEntitlement {
  readonly productCode: string;
  readonly dimension: string;
  readonly account: string | null;
  readonly licence: LicenceArn | null;
  /** A quantity, or whether it was bought; null if it is a text or missing. */
  readonly value: number | boolean | null;
  /** The end, or the next renewal. */
  readonly endsAt: Date | null;
}

/** The mapping of a product without a contract: pay as you go. */
export const payAsYouGo = '*';

/** A dimension that a plan of the catalogue is mapped to. */
export interface MappedDimension<Plan> {
  /** The marketplace's plan id of the mapping. */
  readonly dimension: string;
  readonly editionRank: number;
  /** Whether the plan is sold by the seat. */
  readonly isPerUser: boolean;
  readonly plan: Plan;
}

export interface LicencePlan<Plan> {
  /** Null: no bought dimension is mapped. */
  readonly mapped: MappedDimension<Plan> | null;
  /** Seats; null if the plan is not sold by the seat. */
  readonly quantity: number | null;
  readonly endsAt: Date | null;
  /** The bought dimensions without a mapping, for one notice. */
  readonly unmapped: readonly string[];
}

/**
 * The plan of a licence:
 *
 * | the licence has | plan |
 * |---|---|
 * | no dimension, ended ones included | the one mapped to `*` |
 * | mapped dimensions | the highest edition rank; of equals, the first by name |
 * | only dimensions that are not mapped | none |
 *
 * The seats are the value of the plan's dimension; a dimension of 0 or `false` was not bought.
 */
export function planOfLicence<Plan>(
  entitlements: readonly LicenceEntitlement[],
  mappings: readonly MappedDimension<Plan>[],
  now: Date,
): LicencePlan<Plan> {
  const byDimension = new Map(mappings.map((mapping) => [mapping.dimension, mapping]));
  if (entitlements.length === 0) {
    return { mapped: byDimension.get(payAsYouGo) ?? null, quantity: null, endsAt: null, unmapped: [] };
  }
  const bought = entitlements.filter(
    ({ value, endsAt }) => value !== false && value !== 0 && !(endsAt && endsAt <= now),
  );
  const candidates = bought.flatMap((entitlement) => {
    const mapped = byDimension.get(entitlement.dimension);
    return mapped ? [{ mapped, entitlement }] : [];
  });
  const [highest] = candidates.toSorted(
    (a, b) =>
      b.mapped.editionRank - a.mapped.editionRank || (a.mapped.dimension < b.mapped.dimension ? -1 : 1),
  );
  const unmapped = bought.map(({ dimension }) => dimension).filter((name) => !byDimension.has(name));
  return {
    mapped: highest?.mapped ?? null,
    quantity: highest?.mapped.isPerUser ? seatsOf(highest.entitlement) : null,
    endsAt: highest?.entitlement.endsAt ?? null,
    unmapped: [...new Set(unmapped)].sort(),
  };
}

/** A whole number of at least 1; null for any other value. */
function seatsOf({ value }: LicenceEntitlement): number | null {
  if (typeof value !== 'number') return null;
  const seats = Math.floor(value);
  return Number.isSafeInteger(seats) && seats >= 1 ? seats : null;
}
