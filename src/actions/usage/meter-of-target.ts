import type { SwitchedMeter } from '../../core/catalogue/meter-switch.ts';
import { meterOfDimension } from '../../core/usage/meter-mapping.ts';
import type { MeteredCandidate } from '../../storage/usage/candidates.ts';
import type { ReportAddress } from '../../storage/usage/reports.ts';

export interface MeterOfTarget {
  readonly address: ReportAddress;
  readonly meter: SwitchedMeter;
}

/** The meter of a dimension that the target's plan has, and where its reports are sent. */
export function meterOf({ mappings, subscription }: MeteredCandidate, dimension: string): MeterOfTarget {
  const { marketplaceSubscriptionId } = subscription;
  const mapping = mappings.find(({ dimensions }) => dimensions.includes(dimension));
  if (!mapping || marketplaceSubscriptionId === null) throw new Error('The target has no meter');
  const { sourceName, marketplacePlanId } = mapping;
  return {
    address: { sourceName, marketplaceSubscriptionId, marketplacePlanId },
    meter: meterOfDimension(mapping, dimension),
  };
}
