import type { AccessLevel, DimensionUsage, EntitlementDocument, LimitSetter } from '../types.ts';

/**
 * What a plan contains, as `tessera types` writes it.
 *
 * @example
 * ```ts
 * import type { PlanContent } from '@tessera/client/testing';
 *
 * const needsSeats = ({ licenceModel }: PlanContent) => licenceModel === 'Seats';
 * ```
 */
export interface PlanContent {
  readonly name: string;
  readonly edition: { readonly slug: string; readonly name: string; readonly rank: number };
  readonly licenceModel: 'TenantWide' | 'Seats' | 'IdpManaged';
  readonly capabilities: Readonly<Record<string, boolean>>;
  readonly limits: Readonly<Record<string, number>>;
}

/**
 * Plans by the slugs of their product and themselves, as `tessera types` writes them.
 *
 * @example
 * ```ts
 * import { fakeTessera, type PlansByProduct } from '@tessera/client/testing';
 *
 * const plans: PlansByProduct = {
 *   aqueduct: {
 *     'standard-monthly': {
 *       name: 'Standard, monthly',
 *       edition: { slug: 'standard', name: 'Standard', rank: 20 },
 *       licenceModel: 'TenantWide',
 *       capabilities: { scheduling: true, 'audit-trail': false },
 *       limits: { pipelines: 25 },
 *     },
 *   },
 * };
 * const fake = fakeTessera({ product: 'aqueduct', plans }).tenant('contoso').has({ plan: 'standard-monthly' });
 * console.log((await fake.entitlement('contoso')).limit('pipelines')); // 25
 * ```
 */
export type PlansByProduct = Readonly<Record<string, Readonly<Record<string, PlanContent>>>>;

/**
 * What a tenant holds in a test. Capabilities and limits are added to those of the plan.
 *
 * @example
 * ```ts
 * import { fakeTessera } from '@tessera/client/testing';
 *
 * const fake = fakeTessera().tenant('contoso').has({ capabilities: ['scheduling'], accessLevel: 'ReadOnly' });
 * console.log((await fake.entitlement('contoso')).accessLevel); // ReadOnly
 * ```
 */
export interface FakeHolding<
  Capability extends string = string,
  Limit extends string = string,
  Dimension extends string = string,
  Plan extends string = string,
> {
  readonly plan?: Plan;
  readonly capabilities?: readonly Capability[];
  readonly limits?: Readonly<Partial<Record<Limit, number>>>;
  /** `Full` if it is absent. */
  readonly accessLevel?: AccessLevel;
  /** Users with a seat or licence, by object id or e-mail address. Without it, and without a plan, everybody is covered. */
  readonly seats?: readonly string[];
  readonly usage?: Readonly<Partial<Record<Dimension, FakeUsage>>>;
  /** From this moment of the clock the tenant holds nothing. */
  readonly validUntil?: Date;
  /** Other members of the service's response. */
  readonly raw?: Partial<EntitlementDocument>;
}

/**
 * The usage of a dimension in a test, and the limit at which reservations are refused.
 *
 * @example
 * ```ts
 * import { type FakeUsage, fakeTessera } from '@tessera/client/testing';
 *
 * const calls: FakeUsage = { used: 9, limit: 10, setBy: 'Customer', resetsAt: new Date('2026-02-01') };
 * const fake = fakeTessera().tenant('contoso').has({ usage: { 'api-calls': calls } });
 * console.log((await fake.reserve('contoso', 'api-calls', 2)).isGranted); // false
 * ```
 */
export interface FakeUsage {
  readonly used?: number;
  readonly included?: number;
  /** Reservations beyond it are refused. Without it all are granted. */
  readonly limit?: number;
  /** Who set the limit: `Plan` if it is absent. */
  readonly setBy?: LimitSetter;
  /** When the limit's period ends; not known if it is absent. */
  readonly resetsAt?: Date;
}

export const nothing: FakeHolding = { accessLevel: 'None' };

interface Facts {
  readonly tenantId: string;
  readonly product: string;
  readonly version: number;
  readonly holding: FakeHolding;
  readonly plan: PlanContent | undefined;
  readonly now: Date;
}

/** The response that the service would give. */
export function documentOf({ tenantId, product, version, holding, plan, now }: Facts): EntitlementDocument {
  const { validUntil = null } = holding;
  const isOver = validUntil !== null && validUntil.getTime() <= now.getTime();
  const accessLevel = isOver ? 'None' : (holding.accessLevel ?? 'Full');
  const common = {
    tenantId,
    product: { slug: product, name: product },
    accessLevel,
    trialEndsAt: null,
    cancelledAt: null,
    marketplace: null,
    isTrial: false,
    version,
    evaluatedAt: now.toISOString(),
  };
  if (accessLevel === 'None') {
    return {
      ...common,
      status: isOver ? 'Expired' : 'None',
      plans: [],
      plan: null,
      edition: null,
      licenceModel: null,
      licenceOutcome: 'NotLicensed',
      capabilities: {},
      limits: {},
      quantity: null,
      validUntil: null,
      sources: [],
      ...holding.raw,
    };
  }
  const slug = holding.plan ?? 'plan';
  const held = { slug, name: plan?.name ?? slug };
  const licenceModel = plan?.licenceModel ?? (holding.seats ? 'Seats' : 'TenantWide');
  return {
    ...common,
    status: accessLevel === 'ReadOnly' ? 'Suspended' : 'Active',
    plans: [held],
    plan: held,
    edition: plan?.edition ?? null,
    licenceModel,
    licenceOutcome: licenceModel === 'TenantWide' ? 'Licensed' : 'NotApplicable',
    capabilities: {
      ...plan?.capabilities,
      ...Object.fromEntries((holding.capabilities ?? []).map((capability) => [capability, true])),
    },
    limits: { ...plan?.limits, ...(holding.limits as Readonly<Record<string, number>> | undefined) },
    quantity: holding.seats?.length ?? null,
    validUntil: validUntil?.toISOString() ?? null,
    sources: ['Direct'],
    ...holding.raw,
  };
}

export function usageOf(
  dimension: string,
  plan: string,
  used: number,
  included: number | null,
): DimensionUsage {
  const overage = Math.max(0, used - (included ?? 0));
  return {
    used,
    included,
    remaining: included === null ? null : Math.max(0, included - used),
    overage,
    pending: overage,
    reported: 0,
    accepted: 0,
    name: dimension,
    unit: 'unit',
    plan,
    subscriptionId: '00000000-0000-4000-8000-000000000000',
    period: { start: '2026-01-01T00:00:00Z', end: null },
  };
}
