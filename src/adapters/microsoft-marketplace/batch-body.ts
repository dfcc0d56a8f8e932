import type { UsageEvent } from '../../core/usage/ports.ts';
import { quantityJson } from './quantity-text.ts';
import { startOfHour } from './usage-hour.ts';

/** Written by hand for the quantity's sake: `JSON.stringify` knows no number but floats. */
export function batchBody(events: readonly UsageEvent[]): string {
  return `{"request":[${events.map(eventJson).join(',')}]}`;
}

function eventJson({ resourceId, planId, dimension, hour, quantity }: UsageEvent): string {
  const effectiveStartTime = startOfHour(hour).toISOString();
  const rest = JSON.stringify({ resourceId, planId, dimension, effectiveStartTime });
  return `${rest.slice(0, -1)},"quantity":${quantityJson(quantity)}}`;
}
