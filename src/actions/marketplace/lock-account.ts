import { isUuid } from '../../core/identifiers.ts';
import { type AccountRights, accountAccess, accountRights } from '../../core/marketplace/account-access.ts';
import { statusAt } from '../../core/subscriptions/clock.ts';
import type { Subscription } from '../../core/subscriptions/subscription.ts';
import type { SignedInUser } from '../../core/workspaces/sign-in.ts';
import { listAccountSubscriptions } from '../../storage/marketplace/accounts.ts';
import { findMemberOfTenant } from '../../storage/subscriptions/customers.ts';
import { lockSubscription } from '../../storage/subscriptions/subscriptions.ts';
import type { ActionContext } from '../context.ts';
import type { MarketplaceSource } from './receive-purchase.ts';

/** A customer's user on the page of a connection. */
export interface Customer {
  readonly connection: MarketplaceSource & { readonly connectionId: string };
  readonly user: SignedInUser;
}

export interface LockedAccount {
  readonly subscription: Subscription;
  readonly rights: AccountRights;
}

/**
 * Locks a subscription for a customer and decides anew what they may change: it may be different since the page was shown.
 * Undefined for a subscription that the customer cannot see.
 */
export async function lockAccount(
  { database, now }: ActionContext,
  { connection, user }: Customer,
  subscriptionId: string,
): Promise<LockedAccount | undefined> {
  if (!isUuid(subscriptionId)) return undefined;
  const { workspaceId, sourceName } = connection;
  const stored = await lockSubscription(database, workspaceId, subscriptionId);
  if (!stored) return undefined;
  const { tenantId } = user;
  const question = { workspaceId, sourceName, tenantId, subscriptionId, limit: 1 };
  const [account] = await listAccountSubscriptions(database, question);
  if (!account) return undefined;
  const { subscription } = stored;
  const member = await findMemberOfTenant(database, workspaceId, user);
  const access = accountAccess({ user, member, tenantId: subscription.tenantId, buyers: account.buyers });
  if (access === 'None') return undefined;
  const { licenceModel } = account;
  return {
    subscription,
    rights: accountRights(access, { status: statusAt(subscription, now), licenceModel }),
  };
}
