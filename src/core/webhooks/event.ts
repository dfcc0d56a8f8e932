import type { PlanContent } from '../catalogue/plan-content.ts';
import type { Named } from '../entitlements/entitlement.ts';
import type { AccessLevel, EntitlementFacts, SubscribedPlan } from '../entitlements/in-force.ts';
import { marketplaceOf, type SoldBy } from '../entitlements/sold-by.ts';
import { subscriptionEventTypes } from '../subscriptions/event.ts';
import type { SubscriptionStatus } from '../subscriptions/subscription.ts';
import type { LimitSetter } from '../usage/limits/limit.ts';

export const eventTypes = [
  ...subscriptionEventTypes,
  'entitlement.changed',
  'seat.assigned',
  'seat.released',
  'usage.threshold_reached',
  'usage.period_closed',
  'licence.issued',
  'licence.revoked',
  'webhook.test',
] as const;
export type EventType = (typeof eventTypes)[number];

/** The `data` of every event about a subscription, its entitlement or its seats. */
export interface EventData {
  readonly workspaceId: string;
  readonly tenantId: string;
  readonly product: Named;
  readonly subscriptionId: string;
  readonly plan: Named;
  readonly editionSlug: string;
  readonly status: SubscriptionStatus;
  readonly accessLevel: AccessLevel;
  readonly quantity: number | null;
  /** The entitlement's version: a receiver ignores events older than its state. */
  readonly version: number;
  readonly marketplace: SoldBy | null;
  readonly previousPlan?: Named;
  readonly previousEditionSlug?: string;
  /** The member, for events about a seat. */
  readonly member?: SeatMember;
  /** The use of a period, for events about usage. */
  readonly usage?: EventUsage;
}

/** The use of a dimension in a period. */
export interface EventUsage {
  readonly dimension: string;
  readonly period: { readonly start: Date; readonly end: Date | null };
  /** The threshold that was reached, in per cent of the included quantity or the limit. */
  readonly threshold?: number;
  /** With a threshold. */
  readonly of?: 'Included' | 'Limit';
  readonly used: number;
  /** Null: nothing is included. */
  readonly included: number | null;
  readonly overage: number;
  /** For a period that has ended. */
  readonly reported?: number;
  /** With a threshold of a limit, who set it, and the subject that it is for; absent: the whole subscription. */
  readonly limit?: number;
  readonly setBy?: LimitSetter;
  readonly subject?: string;
}

export interface SeatMember {
  readonly memberId: string;
  readonly objectId: string;
  readonly email: string | null;
}

export interface EventFacts extends SubscribedPlan, Pick<EntitlementFacts, 'product' | 'marketplaces'> {
  /** For a change of plan. */
  readonly previousPlan: PlanContent | null;
  /** Of the tenant, over all its subscriptions of the product. */
  readonly accessLevel: AccessLevel;
  readonly version: number;
  readonly member?: SeatMember;
  readonly usage?: EventUsage;
}

export function eventData(facts: EventFacts): EventData {
  const { subscription, plan, product, previousPlan, member, usage } = facts;
  return {
    workspaceId: subscription.workspaceId,
    tenantId: subscription.tenantId,
    product: { slug: product.slug, name: product.name },
    subscriptionId: subscription.subscriptionId,
    plan: { slug: plan.slug, name: plan.name },
    editionSlug: plan.edition.slug,
    status: subscription.status,
    accessLevel: facts.accessLevel,
    quantity: subscription.quantity,
    version: facts.version,
    marketplace: marketplaceOf(facts, facts.marketplaces),
    ...(previousPlan && {
      previousPlan: { slug: previousPlan.slug, name: previousPlan.name },
      previousEditionSlug: previousPlan.edition.slug,
    }),
    ...(member && { member: { memberId: member.memberId, objectId: member.objectId, email: member.email } }),
    ...(usage && { usage }),
  };
}

/** The `data` of events about a licence file. */
export interface LicenceEventData {
  readonly workspaceId: string;
  readonly tenantId: string;
  readonly product: Named;
  readonly licenceFileId: string;
  readonly expiresAt: Date;
  /** Null: the file is not bound to an installation. */
  readonly installation: { readonly name: string; readonly thumbprint: string } | null;
  /** Of a revocation; `replaced`: another file was issued instead. */
  readonly reason?: string;
}

/** A stored event, with its data as JSON text. */
export interface StoredEvent {
  readonly type: EventType;
  readonly occurredAt: Date;
  readonly dataText: string;
}

/** Data of a `webhook.test` that is sent with the type and an example of another event. */
export interface TestData {
  readonly sentAs?: { readonly type: EventType; readonly data: object };
}

/**
 * The signed request body: identical at every attempt. A test of another type stays a `webhook.test` in the log, so that
 * no replay of missed events sends it to other endpoints.
 */
export function webhookPayload({ type, occurredAt, dataText }: StoredEvent): string {
  const timestamp = occurredAt.toISOString();
  const { sentAs }: TestData = type === 'webhook.test' ? JSON.parse(dataText) : {};
  if (sentAs) return JSON.stringify({ type: sentAs.type, timestamp, isTest: true, data: sentAs.data });
  return `{"type":"${type}","timestamp":"${timestamp}","data":${dataText}}`;
}

/** The event types of an endpoint: all, or types and groups (`subscription.*`). */
export type EventTypeFilter = 'all' | readonly string[];

/** A test event goes only to the endpoint under test; no filter matches it. */
const filterableTypes = eventTypes.filter((type) => type !== 'webhook.test');

/** The stored form of `all`. */
export const wildcard = '*';

const groupOf = (type: string) => `${type.slice(0, type.indexOf('.'))}.*`;

/** The allowed values of a filter. */
export const filterValues: readonly string[] = [...new Set(filterableTypes.map(groupOf)), ...filterableTypes];

/** The filter values that match the type. */
export function filterValuesFor(type: EventType): readonly string[] {
  return type === 'webhook.test' ? [] : [wildcard, groupOf(type), type];
}

/** The filter as it is stored. */
export function filterToValues(filter: EventTypeFilter): readonly string[] {
  return filter === 'all' ? [wildcard] : filter;
}

export function filterFromValues(values: readonly string[]): EventTypeFilter {
  return values.includes(wildcard) ? 'all' : values;
}

export function matchesFilter(filter: EventTypeFilter, type: EventType): boolean {
  const values = filterToValues(filter);
  return filterValuesFor(type).some((value) => values.includes(value));
}
