import type { MarketplaceSource } from '../../core/marketplace/connections/connection.ts';
import type { MarketplaceSubscription } from '../../core/marketplace/fulfilment-service.ts';
import { awaitsActivation } from '../../core/marketplace/purchases/pending-purchase.ts';
import { isRefusal, type Refusal, refuse, refuseInvalid, refuseUnknown } from '../../core/refusal.ts';
import type { Subscription } from '../../core/subscriptions/subscription.ts';
import { personalTenantIssues } from '../../core/workspaces/personal-accounts.ts';
import { findPendingPurchase } from '../../storage/marketplace/pending-purchases.ts';
import { findSubscriptionByMarketplaceId } from '../../storage/subscriptions/subscriptions.ts';
import type { ActionContext } from '../context.ts';
import { recordAudit } from '../workspaces/record-audit.ts';
import { activatePurchase } from './activate-purchase.ts';
import { followMarketplace } from './follow-subscription.ts';
import { claimLicence } from './licence-events.ts';
import { recordPurchaseFailure, recordSeenPurchase } from './record-purchase.ts';
import {
  cancellation,
  type MarketplaceAccess,
  requestMarketplaceChange,
  startChange,
} from './request-change.ts';

interface PurchaseKey {
  readonly workspaceId: string;
  readonly marketplaceSubscriptionId: string;
}

interface ConnectedSource extends MarketplaceSource {
  readonly connectionId: string;
}

/** Our subscription after the comparison; null: there is still none. */
interface CheckedPurchase {
  readonly subscription: Subscription | null;
}

/** Compares one purchase with the marketplace now, and aligns ours with it. */
export async function checkPurchase(
  context: () => ActionContext,
  access: MarketplaceAccess,
  key: PurchaseKey,
): Promise<CheckedPurchase | Refusal> {
  const { marketplaceSubscriptionId } = key;
  const source = await findSource(context(), key);
  if (isRefusal(source)) return source;
  // Meanwhile it has become active or has ended.
  if (!source) return { subscription: await ownSubscription(context(), key) };
  const followed = await followMarketplace(context, {
    fulfilment: access.fulfilment,
    connection: await access.open(source),
    source,
    marketplaceSubscriptionId,
    reason: 'check of a purchase',
  });
  if (followed.outcome === 'unavailable') return refuse('service.unavailable', {}, followed.reason);
  if (followed.outcome === 'refused') {
    if (followed.status !== 404) return refusedBy(followed);
    const cause = 'UnknownAtMarketplace';
    await recordPurchaseFailure(context(), source, marketplaceSubscriptionId, cause, followed.reason);
    return { subscription: await ownSubscription(context(), key) };
  }
  const { aligned, remote } = followed;
  if (isRefusal(aligned)) return aligned;
  await recordSeenPurchase(context(), source, remote);
  return { subscription: aligned.subscription };
}

/** Activates a purchase from the portal: the marketplace begins to bill the buyer. */
export async function activatePendingPurchase(
  context: () => ActionContext,
  access: MarketplaceAccess,
  key: PurchaseKey,
): Promise<CheckedPurchase | Refusal> {
  const { marketplaceSubscriptionId } = key;
  const source = await findSource(context(), key);
  if (isRefusal(source)) return source;
  if (!source) return { subscription: await ownSubscription(context(), key) };
  const { fulfilment } = access;
  const connection = await access.open(source);
  const found = await fulfilment.getSubscription(connection, marketplaceSubscriptionId);
  if (found.outcome === 'unavailable') return refuse('service.unavailable', {}, found.reason);
  if (found.outcome === 'refused') return refusedBy(found);
  const purchase: MarketplaceSubscription = found.value;
  // The marketplace has activated or ended it by itself.
  if (!awaitsActivation(purchase)) return checkPurchase(context, access, key);

  const { actor } = context();
  const reason = `activated by ${actor?.name ?? 'a person'}`;
  const request = { fulfilment, connection, source, purchase, confirmer: null, reason };
  const activated = await activatePurchase(context, request);
  if (activated.outcome === 'unavailable') return refuse('service.unavailable', {}, activated.reason);
  if (activated.outcome === 'refused') return refusedBy(activated);
  if (activated.outcome === 'not-received') return activated.refusal;
  return { subscription: activated.subscription };
}

/** Makes a tenant the customer of a purchase that names none, and completes it. */
export async function assignPurchase(
  context: () => ActionContext,
  access: MarketplaceAccess,
  key: PurchaseKey & { readonly tenantId: string },
): Promise<CheckedPurchase | Refusal> {
  const { workspaceId, marketplaceSubscriptionId } = key;
  const tenantId = key.tenantId.toLowerCase();
  const issues = personalTenantIssues('tenantId', tenantId);
  if (issues.length > 0) return refuseInvalid(issues);
  const source = await findSource(context(), key);
  if (isRefusal(source)) return source;
  const isClaimed =
    source !== null && (await claimLicence(context(), source, marketplaceSubscriptionId, tenantId));
  if (!isClaimed) return refuse('marketplace.change_refused', {}, 'The purchase has a customer already.');
  await recordAudit(context(), workspaceId, {
    action: 'purchase.assigned',
    subject: { kind: 'MarketplaceConnection', id: source.connectionId },
    before: null,
    after: { sourceName: source.sourceName, marketplaceSubscriptionId, tenantId },
  });
  return activatePendingPurchase(context, access, key);
}

/** The source that sold a pending purchase, with its connection; null if the purchase is not pending any more. */
async function findSource(
  { database }: ActionContext,
  { workspaceId, marketplaceSubscriptionId }: PurchaseKey,
): Promise<ConnectedSource | null | Refusal> {
  const pending = await findPendingPurchase(database, workspaceId, marketplaceSubscriptionId);
  if (!pending) {
    const own = await findSubscriptionByMarketplaceId(database, workspaceId, marketplaceSubscriptionId);
    return own ? null : refuseUnknown('marketplaceSubscriptionId', 'purchase');
  }
  if (!pending.connection) {
    return refuse('marketplace.change_refused', {}, 'Its plan is sold through no connection.');
  }
  const { connectionId, sourceName } = pending.connection;
  return { workspaceId, sourceName, connectionId };
}

async function ownSubscription(
  { database }: ActionContext,
  { workspaceId, marketplaceSubscriptionId }: PurchaseKey,
): Promise<Subscription | null> {
  return (await findSubscriptionByMarketplaceId(database, workspaceId, marketplaceSubscriptionId)) ?? null;
}

function refusedBy({ status, reason }: { readonly status: number; readonly reason: string }): Refusal {
  return refuse('marketplace.change_refused', { status }, reason);
}

/**
 * Requests the end of a pending purchase at the marketplace, where nothing has been billed yet. It leaves the list when the
 * marketplace has ended it.
 */
export async function cancelPendingPurchase(
  context: () => ActionContext,
  access: MarketplaceAccess,
  key: PurchaseKey,
): Promise<CheckedPurchase | Refusal> {
  const { workspaceId, marketplaceSubscriptionId } = key;
  const source = await findSource(context(), key);
  if (isRefusal(source)) return source;
  const own = await ownSubscription(context(), key);
  if (!source) return { subscription: own };
  const requested = own
    ? await requestMarketplaceChange(context, access, workspaceId, own.subscriptionId, { type: 'cancel' })
    : await startChange(context, access.fulfilment, {
        source,
        connection: await access.open(source),
        marketplaceSubscriptionId,
        change: cancellation,
        audited: (operationId) => ({
          action: 'purchase.cancellation_requested',
          subject: { kind: 'MarketplaceConnection', id: source.connectionId },
          before: null,
          after: { sourceName: source.sourceName, marketplaceSubscriptionId, operationId },
        }),
      });
  return isRefusal(requested) ? requested : { subscription: own };
}
