import type { PlanContent } from '../catalogue/plan-content.ts';
import { type Entitlement, isSameEntitlement, resolveEntitlement } from './entitlement.ts';
import { type EntitlementFacts, standingAt } from './in-force.ts';

/** What answers are made of that a catalogue can change: the product's name, and what some of its plans give. */
export interface ProductContent {
  readonly name: string;
  /** By the plan's id. */
  readonly contents: ReadonlyMap<string, PlanContent>;
}

/** The same facts with another word of the catalogue. */
export function withContent(facts: EntitlementFacts, { name, contents }: ProductContent): EntitlementFacts {
  return {
    ...facts,
    product: { ...facts.product, name },
    subscriptions: facts.subscriptions.map((holding) => ({
      ...holding,
      plan: contents.get(holding.subscription.planId) ?? holding.plan,
    })),
  };
}

/** How one tenant's answer would change. */
export interface TenantImpact {
  readonly tenantId: string;
  /** The members of the answer that would be others. */
  readonly members: readonly string[];
  /** Capabilities. */
  readonly gained: readonly string[];
  readonly lost: readonly string[];
}

/** Null when the answer stays as it is: decided as for the event that tells of a change. */
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

/** The plans that the tenant holds, and that give it something, at this instant. */
export function plansInForce(facts: EntitlementFacts, now: Date): readonly string[] {
  return [...new Set(standingAt(facts, now).inForce.map(({ plan }) => plan.slug))];
}
