import { subscriptionEventTypes } from '../subscriptions/event.ts';

export const eventTypes = [
  ...subscriptionEventTypes,
  'entitlement.changed',
  'seat.assigned',
  'seat.released',
  'usage.threshold_reached',
  'usage.period_closed',
  'webhook.test',
] as const;
export type EventType = (typeof eventTypes)[number];
