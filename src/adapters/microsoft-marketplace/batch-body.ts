import { stringify } from 'lossless-json';
import type { UsageEvent } from '../../core/usage/ports.ts';
import { exactQuantity } from './quantity-text.ts';
import { startOfHour } from './usage-hour.ts';

/** Quantities are exact decimals, which `JSON.stringify` would round. */
export function batchBody(events: readonly UsageEvent[]): string {
  return stringify({ request: events.map(writtenEvent) }) ?? '';
}

function writtenEvent({ resourceId, planId, dimension, hour, quantity }: UsageEvent) {
  const effectiveStartTime = startOfHour(hour).toISOString();
  return { resourceId, planId, dimension, effectiveStartTime, quantity: exactQuantity(quantity) };
}
