import { usageChange } from '../../core/change.ts';
import { type Refusal, refuse, refuseInvalid, refuseUnknown } from '../../core/refusal.ts';
import { type CustomerLimit, wholeTenant } from '../../core/usage/limits/customer-limit.ts';
import { readQuantity } from '../../core/values/quantity.ts';
import { nameIssues } from '../../core/values/text.ts';
import { maxReasonLength } from '../../core/workspaces/audit.ts';
import { announceChanges } from '../../storage/changes/changes.ts';
import { findCustomerView } from '../../storage/subscriptions/customer-views.ts';
import { lockTenant } from '../../storage/subscriptions/customers.ts';
import {
  deleteCustomerLimit,
  type LimitedDimension,
  listCustomerLimits,
  saveCustomerLimit,
} from '../../storage/usage/customer-limits.ts';
import { listMeters, type MeterOfSubscription } from '../../storage/usage/meters.ts';
import type { ActionContext } from '../context.ts';
import { recordAudit } from '../workspaces/record-audit.ts';

/** A dimension of a product that a customer has. */
interface CustomerDimension {
  readonly tenantId: string;
  /** Slug. */
  readonly product: string;
  readonly dimension: string;
}

type PartnerLimit = Pick<CustomerLimit, 'quantity' | 'per' | 'action' | 'endsAt'> & {
  readonly reason: string;
};

/** Sets the partner's limit for a customer, instead of the plan's. */
export async function setPartnerLimit(
  context: ActionContext,
  workspaceId: string,
  named: CustomerDimension,
  wanted: PartnerLimit,
): Promise<CustomerLimit | Refusal> {
  const quantity = readQuantity(wanted.quantity);
  const issues = [
    ...(typeof quantity === 'number' ? [] : [{ path: 'quantity', ...quantity }]),
    ...nameIssues('reason', wanted.reason, maxReasonLength),
    ...(wanted.endsAt && wanted.endsAt <= context.now
      ? [{ path: 'endsAt', rule: 'future', message: 'must be in the future' }]
      : []),
  ];
  if (issues.length > 0) return refuseInvalid(issues);
  const { now, actor } = context;
  const limit = {
    ...wanted,
    setBy: 'Partner',
    subject: wholeTenant,
    setAt: now,
    actor: actor?.name ?? '',
  } as const;
  const refused = await changeLimits(context, workspaceId, named, (own, limited) =>
    saveLimit(own, workspaceId, limited, limit),
  );
  return refused ?? limit;
}

/** The plan's limit holds again. Without a limit of the partner nothing changes. */
export async function removePartnerLimit(
  context: ActionContext,
  workspaceId: string,
  named: CustomerDimension,
): Promise<Refusal | undefined> {
  return changeLimits(context, workspaceId, named, (own, limited) =>
    removeLimit(own, workspaceId, limited, { setBy: 'Partner', subject: wholeTenant }),
  );
}

async function changeLimits(
  context: ActionContext,
  workspaceId: string,
  { tenantId, product, dimension }: CustomerDimension,
  change: (context: ActionContext, limited: NamedDimension) => Promise<unknown>,
): Promise<Refusal | undefined> {
  return context.database.transaction().execute(async (database) => {
    await lockTenant(database, workspaceId, tenantId);
    if (!(await findCustomerView(database, workspaceId, tenantId, context.now))) {
      return refuseUnknown('tenantId', 'customer');
    }
    const meters = await listMeters(database, workspaceId, { tenantId, limit: maxMeters });
    const own = meters.filter((meter) => meter.product === product);
    const [first] = own;
    if (!first) return refuse('product.not_found', { product });
    const named = own.filter((meter) => meter.dimension === dimension);
    if (named.length === 0) {
      const dimensions = [...new Set(own.map((meter) => meter.dimension))].sort();
      return refuse('metering.unknown_dimension', { dimensions });
    }
    if (!named.some(isLimitable)) {
      const message = 'must be fed by events, with the aggregation Sum or Count';
      return refuseInvalid([{ path: 'dimension', rule: 'aggregation', message }]);
    }
    const { productId } = first;
    const subscriptionIds = named.map(({ subscriptionId }) => subscriptionId);
    await change({ ...context, database }, { tenantId, productId, product, dimension, subscriptionIds });
    return undefined;
  });
}

/** Of one customer: the bound of a read. */
const maxMeters = 1_000;

function isLimitable({ meter: { current } }: Pick<MeterOfSubscription, 'meter'>): boolean {
  return current.aggregation === 'Sum' || current.aggregation === 'Count';
}

export interface NamedDimension extends LimitedDimension, CustomerDimension {
  /** Of the customer, with the dimension. */
  readonly subscriptionIds: readonly string[];
}

/** Saves a limit in the caller's transaction, with an audit entry. */
export async function saveLimit(
  context: ActionContext,
  workspaceId: string,
  limited: NamedDimension,
  wanted: CustomerLimit,
): Promise<void> {
  const { database } = context;
  const stored = (await listCustomerLimits(database, workspaceId, limited)).find(isNamed(wanted));
  const before = stored && auditable(limited, stored);
  const after = auditable(limited, wanted);
  if (JSON.stringify(before) === JSON.stringify(after)) return;
  await saveCustomerLimit(database, workspaceId, limited, wanted);
  await recordAudit(context, workspaceId, {
    action: 'usage_limit.set',
    subject: { kind: 'Customer', id: limited.tenantId },
    before: before ?? null,
    after,
  });
  await announceChanges(database, [usageChange(workspaceId, limited.subscriptionIds)]);
}

/** Removes a limit in the caller's transaction. False: there is none. */
export async function removeLimit(
  context: ActionContext,
  workspaceId: string,
  limited: NamedDimension,
  named: Pick<CustomerLimit, 'setBy' | 'subject'>,
): Promise<boolean> {
  const { database } = context;
  const stored = (await listCustomerLimits(database, workspaceId, limited)).find(isNamed(named));
  if (!stored) return false;
  await deleteCustomerLimit(database, workspaceId, limited, named);
  await recordAudit(context, workspaceId, {
    action: 'usage_limit.removed',
    subject: { kind: 'Customer', id: limited.tenantId },
    before: auditable(limited, stored),
    after: null,
  });
  await announceChanges(database, [usageChange(workspaceId, limited.subscriptionIds)]);
  return true;
}

const isNamed =
  ({ setBy, subject }: Pick<CustomerLimit, 'setBy' | 'subject'>) =>
  (limit: CustomerLimit) =>
    limit.setBy === setBy && limit.subject === subject;

function auditable({ product, dimension }: NamedDimension, limit: CustomerLimit) {
  const { setBy, subject, quantity, per, action, reason, endsAt } = limit;
  return {
    product,
    dimension,
    setBy,
    ...(subject !== wholeTenant && { subject }),
    quantity,
    per,
    action,
    reason,
    endsAt,
  };
}
