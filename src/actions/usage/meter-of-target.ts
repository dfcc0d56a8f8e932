import type { SwitchedMeter } from '../../core/catalogue/meter-switch.ts';
import type { MeteredCandidate } from '../../storage/usage/candidates.ts';
import type { ReportAddress } from '../../storage/usage/reports.ts';

export interface MeterOfTarget {
  readonly address: ReportAddress;
  readonly meter: SwitchedMeter;
}

/** The meter of a dimension that the target's plan has, and where its reports are sent. */
export function meterOf({ mappings, subscription }: MeteredCandidate, dimension: string): MeterOfTarget {
  const { marketplaceSubscriptionId } = subscription;
  for (const { sourceName, marketplacePlanId, meters } of mappings) {
    const mapped = meters.find((meter) => meter.dimension === dimension);
    if (!mapped || marketplaceSubscriptionId === null) continue;
    return { address: { sourceName, marketplaceSubscriptionId, marketplacePlanId }, meter: mapped.meter };
  }
  throw new Error('The target has no meter');
}
