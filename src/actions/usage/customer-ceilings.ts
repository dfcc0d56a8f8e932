import {
  type CeilingProblem,
  ceilingProblem,
  partnersLimit,
  readCeiling,
} from '../../core/usage/limits/customer-limit.ts';
import { isStorable } from '../../core/values/text.ts';
import { lockTenant } from '../../storage/subscriptions/customers.ts';
import { listCustomerLimits } from '../../storage/usage/customer-limits.ts';
import { listMeters } from '../../storage/usage/meters.ts';
import type { ActionContext } from '../context.ts';
import { type Customer, lockAccount } from '../marketplace/account.ts';
import { type NamedDimension, removeLimit, saveLimit } from './customer-limits.ts';

/** A ceiling as the form of the customer's page has it. */
export interface WrittenCeiling {
  readonly dimension: string;
  /** Blank: the whole tenant. */
  readonly subject: string;
  readonly quantity: string;
  readonly per: string;
}

type CeilingResult =
  | { readonly outcome: 'Set' | 'NotAllowed' }
  | { readonly outcome: 'Refused'; readonly problem: CeilingProblem };

/** Sets a ceiling of the customer's own, for the tenant of the subscription or for a subject. */
export async function setCeiling(
  context: ActionContext,
  customer: Customer,
  subscriptionId: string,
  written: WrittenCeiling,
): Promise<CeilingResult> {
  return context.database.transaction().execute(async (database): Promise<CeilingResult> => {
    const own = { ...context, database };
    const found = await lockLimited(own, customer, subscriptionId, written.dimension);
    if (!found) return { outcome: 'NotAllowed' };
    const ceiling = readCeiling(written);
    if (typeof ceiling === 'string') return { outcome: 'Refused', problem: ceiling };
    const { workspaceId, planLimit, limited } = found;
    const limits = await listCustomerLimits(database, workspaceId, limited);
    const problem = ceilingProblem(ceiling, partnersLimit(planLimit, limits, context.now), limits);
    if (problem) return { outcome: 'Refused', problem };
    await saveLimit(own, workspaceId, limited, {
      ...ceiling,
      action: 'Deny',
      setBy: 'Customer',
      reason: null,
      endsAt: null,
      setAt: context.now,
      actor: context.actor?.name ?? '',
    });
    return { outcome: 'Set' };
  });
}

/** False: nothing has changed, as they may not or there is no such ceiling. */
export async function removeCeiling(
  context: ActionContext,
  customer: Customer,
  subscriptionId: string,
  { dimension, subject }: Pick<WrittenCeiling, 'dimension' | 'subject'>,
): Promise<boolean> {
  return context.database.transaction().execute(async (database) => {
    const own = { ...context, database };
    const found = await lockLimited(own, customer, subscriptionId, dimension);
    if (!found || !isStorable(subject)) return false;
    return removeLimit(own, found.workspaceId, found.limited, { setBy: 'Customer', subject });
  });
}

/** Of a tenant: the bound of a read. */
const maxSubscriptions = 1_000;

/** Undefined: the customer may not set ceilings of the subscription, or it has no such dimension. */
async function lockLimited(
  context: ActionContext,
  customer: Customer,
  subscriptionId: string,
  dimension: string,
) {
  const { database } = context;
  const account = await lockAccount(context, customer, subscriptionId);
  if (!account?.rights.mayLimit || !isStorable(dimension)) return undefined;
  const { workspaceId, tenantId, productId } = account.subscription;
  await lockTenant(database, workspaceId, tenantId);
  const filter = { tenantId, isLimitable: true, dimension, limit: maxSubscriptions };
  const meters = await listMeters(database, workspaceId, filter);
  const own = meters.filter((meter) => meter.productId === productId);
  const found = own.find((meter) => meter.subscriptionId === subscriptionId);
  if (!found) return undefined;
  const subscriptionIds = own.map((meter) => meter.subscriptionId);
  const limited: NamedDimension = { tenantId, productId, product: found.product, dimension, subscriptionIds };
  return { workspaceId, planLimit: found.meter.current.limit, limited };
}
