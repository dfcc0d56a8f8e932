import type { UsageEvent } from '../../core/usage/ports.ts';
import { exactQuantity } from './quantity-text.ts';
import { startOfHour } from './usage-hour.ts';

/** Written piece by piece: quantities are exact decimals, which `JSON.stringify` would round. */
export function batchBody(events: readonly UsageEvent[]): string {
  return `{"request":[${events.map(writtenEvent).join(',')}]}`;
}

function writtenEvent({ resourceId, planId, dimension, hour, quantity }: UsageEvent): string {
  const effectiveStartTime = startOfHour(hour).toISOString();
  const members = JSON.stringify({ resourceId, planId, dimension, effectiveStartTime });
  return `${members.slice(0, -1)},"quantity":${exactQuantity(quantity)}}`;
}
