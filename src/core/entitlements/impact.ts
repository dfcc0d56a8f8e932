import type { PlanContent } from '../catalogue/plan-content.ts';
import { type Entitlement, isSameEntitlement, resolveEntitlement } from './entitlement.ts';
import { accessAt, type EntitlementFacts } from './in-force.ts';

/** The catalogue data that entitlements depend on. */
export interface ProductContent {
  readonly name: string;
  /** By plan id. */
  readonly contents: ReadonlyMap<string, PlanContent>;
}

/** The facts with other catalogue data. */
export function withContent(facts: EntitlementFacts, { name, contents }: ProductContent): EntitlementFacts {
  return {
    ...facts,
    product: { ...facts.product, name },
    subscriptions: facts.subscriptions.map((subscribed) => ({
      ...subscribed,
      plan: contents.get(subscribed.subscription.planId) ?? subscribed.plan,
    })),
  };
}

/** How the entitlement of one tenant would change. */
export interface TenantImpact {
  readonly tenantId: string;
  /** The members of the response that would change. */
  readonly members: readonly string[];
  /** Capabilities. */
  readonly gained: readonly string[];
  readonly lost: readonly string[];
}

/** Null if the entitlement stays the same, by the rule of `entitlement.changed`. */
export function impactOn(before: EntitlementFacts, after: EntitlementFacts, now: Date): TenantImpact | null {
  const [was, is] = [resolveEntitlement(before, now), resolveEntitlement(after, now)];
  if (isSameEntitlement(was, is)) return null;
  const members = (Object.keys(is) as (keyof Entitlement)[]).filter(
    (member) => member !== 'version' && JSON.stringify(was[member]) !== JSON.stringify(is[member]),
  );
  const names = [...new Set([...Object.keys(was.capabilities), ...Object.keys(is.capabilities)])].sort();
  const has = ({ capabilities }: Entitlement, name: string) => capabilities[name] === true;
  return {
    tenantId: before.tenantId,
    members,
    gained: names.filter((name) => has(is, name) && !has(was, name)),
    lost: names.filter((name) => has(was, name) && !has(is, name)),
  };
}

/** The slugs of the tenant's plans in force. */
export function plansInForce(facts: EntitlementFacts, now: Date): readonly string[] {
  return [...new Set(accessAt(facts, now).inForce.map(({ plan }) => plan.slug))];
}
