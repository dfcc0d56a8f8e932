import type { UsageEvent } from '../../core/usage/ports.ts';
import { exactQuantity } from './quantity-text.ts';
import { startOfHour } from './usage-hour.ts';

/**
 * Written piece by piece: quantities are exact decimals, which `JSON.stringify` would round. Most events of a batch are
 * of one hour, which is formatted once.
 */
export function batchBody(events: readonly UsageEvent[]): string {
  let last = Number.NaN;
  let hourText = '';
  const texts = events.map(({ resourceId, planId, dimension, hour, quantity }) => {
    if (hour.getTime() !== last) hourText = startOfHour(hour).toISOString();
    last = hour.getTime();
    return (
      `{"resourceId":${JSON.stringify(resourceId)},"planId":${JSON.stringify(planId)},` +
      `"dimension":${JSON.stringify(dimension)},"effectiveStartTime":"${hourText}",` +
      `"quantity":${exactQuantity(quantity)}}`
    );
  });
  return `{"request":[${texts.join(',')}]}`;
}
