import type { Edition, Plan } from './catalogue.ts';
import { type Entitlement, resolveEntitlement, saysTheSame } from './entitlement.ts';
import { type EntitlementFacts, type PlanContent, standingAt } from './in-force.ts';
import { isSameContent, planContent } from './plan-content.ts';

/** What answers are made of that a catalogue can change: the product's name, and what some of its plans give. */
export interface ProductContent {
  readonly name: string;
  /** By the plan's id. */
  readonly contents: ReadonlyMap<string, PlanContent>;
}

interface ProductWithPlans {
  readonly editions: readonly Edition[];
  readonly plans: readonly Plan[];
}

/** The plans that would give something else, by id, with what they would give. */
export function revisedContents(
  before: {
    readonly editions: readonly Edition[];
    readonly plans: readonly (Plan & { readonly planId: string })[];
  },
  after: ProductWithPlans,
): ReadonlyMap<string, PlanContent> {
  const revised = new Map<string, PlanContent>();
  for (const plan of before.plans) {
    const content = contentOf(after, plan.slug);
    const previous = contentOf(before, plan.slug);
    if (content && previous && !isSameContent(previous, content)) revised.set(plan.planId, content);
  }
  return revised;
}

export function contentOf({ editions, plans }: ProductWithPlans, slug: string): PlanContent | undefined {
  const plan = plans.find((own) => own.slug === slug);
  const edition = editions.find((own) => own.slug === plan?.edition);
  return plan && edition && planContent(plan, edition);
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
  if (saysTheSame(was, is)) return null;
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

/** A limit of a plan that would be another; null where the plan does not have it. */
export interface LimitChange {
  readonly plan: string;
  readonly limit: string;
  readonly before: number | null;
  readonly after: number | null;
}

/** Limits are no part of an entitlement's answer: applications read them of the plan. */
export function limitChanges(
  before: { readonly plans: readonly Plan[] },
  after: { readonly plans: readonly Plan[] },
): readonly LimitChange[] {
  return before.plans.flatMap((plan) => {
    const limits = after.plans.find(({ slug }) => slug === plan.slug)?.limits;
    if (!limits) return [];
    return [...new Set([...Object.keys(plan.limits), ...Object.keys(limits)])]
      .sort()
      .filter((limit) => plan.limits[limit] !== limits[limit])
      .map((limit) => ({
        plan: plan.slug,
        limit,
        before: plan.limits[limit] ?? null,
        after: limits[limit] ?? null,
      }));
  });
}

/** The plans that the tenant holds, and that give it something, at this instant. */
export function plansInForce(facts: EntitlementFacts, now: Date): readonly string[] {
  return [...new Set(standingAt(facts, now).inForce.map(({ plan }) => plan.slug))];
}
