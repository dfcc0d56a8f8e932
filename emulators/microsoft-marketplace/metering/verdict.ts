import { randomUUID } from 'node:crypto';
import type { MarketplaceRegister, Publisher, StoredSubscription } from '../directory.ts';
import type { AcceptedEvent } from './accepted-event.ts';
import type { UsageLedger } from './usage-ledger.ts';
import { hourOf, readUtcTime } from './utc-time.ts';

type RefusedStatus =
  | 'Expired'
  | 'ResourceNotFound'
  | 'ResourceNotAuthorized'
  | 'ResourceNotActive'
  | 'InvalidDimension'
  | 'InvalidQuantity'
  | 'BadArgument'
  | 'Error';

export interface Refused {
  readonly status: RefusedStatus;
  /** The refused member. */
  readonly target: string;
  readonly message: string;
}

export type Verdict =
  | { readonly status: 'Accepted'; readonly event: AcceptedEvent }
  | { readonly status: 'Duplicate'; readonly first: AcceptedEvent }
  | Refused;

export interface Metering {
  readonly register: MarketplaceRegister;
  readonly ledger: UsageLedger;
}

/** An unchecked usage event. */
export type SentEvent = Readonly<Record<string, unknown>>;

const windowMilliseconds = 24 * 60 * 60 * 1000;

/** Checks an event and stores it when it is accepted. A refused event is not stored. */
export function checkAndStore(sent: SentEvent, publisher: Publisher, metering: Metering, now: Date): Verdict {
  const read = readEvent(sent);
  if ('status' in read) return read;
  const { resourceId, planId, dimension, quantity, effectiveStartTime, start } = read;

  const subscription = metering.register.findSubscription(resourceId);
  if (!subscription) {
    return refused('ResourceNotFound', 'resourceId', 'No such resource is known, or it is not active.');
  }
  if (subscription.publisherId !== publisher.id) {
    return refused(
      'ResourceNotAuthorized',
      'resourceId',
      'The application may not report for this resource.',
    );
  }
  const plan = publisher.offers
    .find((offer) => offer.id === subscription.offerId)
    ?.plans.find((one) => one.id === planId);
  if (!plan) return refused('BadArgument', 'planId', 'The offer has no such plan.');
  if (!plan.dimensions.includes(dimension)) {
    return refused('InvalidDimension', 'dimension', 'The plan has no such dimension.');
  }
  if (quantity <= 0) return refused('InvalidQuantity', 'quantity', 'The quantity must be more than 0.');
  const age = now.getTime() - start.getTime();
  if (age < 0 || age >= windowMilliseconds) {
    return refused('Expired', 'effectiveStartTime', 'The time is in the future or more than 24 hours ago.');
  }
  if (!takesUsage(subscription, start)) {
    return refused('ResourceNotActive', 'resourceId', `The resource is ${subscription.state}.`);
  }

  const usageHour = { resourceId: subscription.id, dimension, hour: hourOf(start).toISOString() };
  const first = metering.ledger.find(usageHour);
  if (first) return { status: 'Duplicate', first };
  const event: AcceptedEvent = {
    usageEventId: randomUUID(),
    messageTime: now.toISOString(),
    publisherId: publisher.id,
    offerId: subscription.offerId,
    ...usageHour,
    planId,
    quantity,
    effectiveStartTime,
  };
  metering.ledger.add(event);
  return { status: 'Accepted', event };
}

function takesUsage({ state, reportableUntil }: StoredSubscription, start: Date): boolean {
  return state === 'Subscribed' || (reportableUntil !== null && start < reportableUntil);
}

function refused(status: RefusedStatus, target: string, message: string): Refused {
  return { status, target, message };
}

function readEvent(sent: SentEvent) {
  const { resourceId, resourceUri, planId, dimension, quantity, effectiveStartTime } = sent;
  const missing = (target: string) => refused('BadArgument', target, `'${target}' is missing or malformed.`);
  if (resourceUri !== undefined && resourceUri !== null) {
    return refused('BadArgument', 'resourceUri', `Managed applications are not emulated: send 'resourceId'.`);
  }
  if (!isText(resourceId)) return missing('resourceId');
  if (!isText(planId)) return missing('planId');
  if (!isText(dimension)) return missing('dimension');
  if (typeof quantity !== 'number' || !Number.isFinite(quantity)) return missing('quantity');
  const start = isText(effectiveStartTime) ? readUtcTime(effectiveStartTime) : undefined;
  if (!isText(effectiveStartTime) || !start) return missing('effectiveStartTime');
  return { resourceId, planId, dimension, quantity, effectiveStartTime, start };
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
