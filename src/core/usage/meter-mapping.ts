import type { MarketplaceKind } from '../catalogue/marketplace-kind.ts';
import { recordsMeter } from '../catalogue/meter.ts';
import type { SwitchedMeter } from '../catalogue/meter-switch.ts';
import type { Period } from './period.ts';
import { isBilled, type UsageCandidate } from './reports/target.ts';

/** The marketplace mapping with the plan's meters. */
export interface MeterMapping {
  readonly sourceName: string;
  /** The marketplace of the source; absent for the default one, because thousands of tenants have a copy in the cache. */
  readonly kind?: MarketplaceKind;
  readonly marketplacePlanId: string;
  /** The ids of all its dimensions. */
  readonly dimensions: readonly string[];
  /** The dimensions that are or were fed by events. Few are, and thousands of tenants have a copy in the cache. */
  readonly eventMeters: ReadonlyMap<string, SwitchedMeter>;
}

const alwaysRecords: SwitchedMeter = { current: recordsMeter, previous: null };

/** How a dimension of the mapping is fed. */
export function meterOfDimension({ eventMeters }: MeterMapping, dimension: string): SwitchedMeter {
  return eventMeters.get(dimension) ?? alwaysRecords;
}

/** A subscription that usage may belong to, with its eligibility facts and meters. */
export interface MeteredCandidate extends UsageCandidate {
  readonly terms: readonly Period[];
  readonly mappings: readonly MeterMapping[];
}

/** The identifiers that the marketplace needs beside the report. */
export interface ReportAddress {
  readonly sourceName: string;
  readonly kind?: MarketplaceKind;
  /** Null: sold without a marketplace, so the report is `NotBilled`. */
  readonly marketplaceSubscriptionId: string | null;
  readonly marketplacePlanId: string;
}

/** The mappings of the offer under which a subscription was bought, where its plan is sold under several; without any, all. */
export function ownMappings<Mapping extends { readonly isOwn: boolean }>(
  mappings: readonly Mapping[],
): readonly Mapping[] {
  const own = mappings.filter(({ isOwn }) => isOwn);
  return own.length > 0 ? own : mappings;
}

/** How a dimension of a target is fed, and the address of its reports. The first mapping with the dimension decides. */
export function meterOfTarget(
  { mappings, subscription }: MeteredCandidate,
  dimension: string,
): { readonly address: ReportAddress; readonly meter: SwitchedMeter } {
  const { marketplaceSubscriptionId } = subscription;
  const mapping = mappings.find(({ dimensions }) => dimensions.includes(dimension));
  if (!mapping) throw new Error('The target has no meter');
  const { sourceName, kind, marketplacePlanId } = mapping;
  return {
    address: {
      sourceName,
      ...(kind && { kind }),
      marketplaceSubscriptionId: isBilled(subscription) ? marketplaceSubscriptionId : null,
      marketplacePlanId,
    },
    meter: meterOfDimension(mapping, dimension),
  };
}
