import type { QuantitySum } from './quantity-sum.ts';

/** In per cent of the included quantity. */
export const usageThresholds = [50, 80, 100] as const;
export type UsageThreshold = (typeof usageThresholds)[number];

/**
 * The thresholds that a period's use has reached and that were not announced, smallest first. A jump over two reaches both.
 * Each is announced once in a period, also if the included quantity is raised and reached again.
 *
 * @param included null: nothing is included
 * @param announced the greatest threshold that was announced; 0 if none was
 */
export function reachedThresholds(
  used: QuantitySum,
  included: QuantitySum | null,
  announced: number,
): readonly UsageThreshold[] {
  if (included === null) return [];
  return usageThresholds.filter(
    (threshold) => threshold > announced && used * 100n >= included * BigInt(threshold),
  );
}
