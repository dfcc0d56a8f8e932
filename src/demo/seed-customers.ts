import { connectIdp } from '../actions/entitlements/idp-connections.ts';
import { createSubscription } from '../actions/subscriptions/create-subscription.ts';
import { addOrganisation, saveMember } from '../actions/subscriptions/customers.ts';
import { moveSubscription } from '../actions/subscriptions/move-subscription.ts';
import { assignSeat } from '../actions/subscriptions/seats.ts';
import { timeOrderedId } from '../core/identifiers.ts';
import type { SeenPurchase } from '../core/marketplace/purchases/pending-purchase.ts';
import type { Database } from '../storage/database.ts';
import { savePurchasesNoticed, saveSeenPurchases } from '../storage/marketplace/purchases.ts';
import { hasTenant } from '../storage/subscriptions/customers.ts';
import { findSubscriptionRevision } from '../storage/subscriptions/subscriptions.ts';
import { type DemoCustomer, type DemoSubscription, demoCustomers } from './customers.ts';
import { bytesFrom, done, fixed, worldMade } from './fixed.ts';
import { demoEncryptionKey, demoLicenceReader, demoPublisher } from './identities.ts';

/** Actor and reason of the history entry: direct sales were entered by support. */
const noteOf = ({ source }: Pick<DemoSubscription, 'source'>, move: string) => {
  if (move === 'expire') return { actor: 'clock' };
  return source === 'Marketplace' ? { actor: 'marketplace' } : { actor: 'Siri Holm' };
};

/** Adds missing customers, and continues their histories where they stopped. */
export async function seedCustomers(database: Database, workspaceId: string): Promise<void> {
  for (const customer of Object.values<DemoCustomer>(demoCustomers)) {
    await seedCustomer(database, workspaceId, customer);
  }
  const { clientId, clientSecret } = demoLicenceReader;
  const application = { clientId, clientSecret };
  const context = fixed(database, 'demo licences');
  done(await connectIdp(context, workspaceId, 'scriptorium', application, demoEncryptionKey));
}

async function seedCustomer(database: Database, workspaceId: string, customer: DemoCustomer): Promise<void> {
  const { name, tenantId } = customer;
  if (!(await hasTenant(database, workspaceId, tenantId))) {
    await addOrganisation(fixed(database, name), workspaceId, { name, tenantIds: [tenantId] });
  }
  const subscriptionIds: string[] = [];
  for (const subscription of customer.subscriptions) {
    subscriptionIds.push(await seedSubscription(database, workspaceId, customer, subscription));
  }
  for (const { objectId, email, hasSeat = false, isAdministrator = false } of customer.members) {
    const member = { tenantId, objectId, email, isActive: true, isAdministrator };
    const { memberId } = await saveMember(fixed(database, email), workspaceId, member);
    const [subscriptionId] = subscriptionIds;
    if (hasSeat && subscriptionId) {
      const context = { ...fixed(database, `${email} seat`), now: lastMoveOf(customer) };
      done(await assignSeat(context, workspaceId, subscriptionId, memberId));
    }
  }
}

async function seedSubscription(
  database: Database,
  workspaceId: string,
  { name, tenantId }: DemoCustomer,
  { product, plan, source, quantity, trialEndsAt, moves }: DemoSubscription,
): Promise<string> {
  const label = `${name} ${product} ${plan}`;
  const subscriptionId = demoSubscriptionId({ name }, { product, plan });
  const revision = await findSubscriptionRevision(database, workspaceId, subscriptionId);
  if (revision === undefined) {
    const order = {
      product,
      plan,
      tenantId,
      source,
      quantity: quantity ?? null,
      isTrial: trialEndsAt !== undefined,
      trialEndsAt: trialEndsAt ?? null,
      validUntil: null,
      renewsItself: false,
      marketplaceSubscriptionId: source === 'Marketplace' ? subscriptionId : null,
    };
    done(await createSubscription(fixed(database, label), workspaceId, order, noteOf({ source }, 'create')));
    if (source === 'Marketplace' && moves.length === 0) {
      await seedPurchase(database, workspaceId, {
        marketplaceSubscriptionId: subscriptionId,
        tenantId,
        product,
        plan,
      });
    }
  }
  // The first revision is the creation; each move adds one.
  for (const { at, move } of moves.slice((revision ?? 1) - 1)) {
    const context = { ...fixed(database, `${label} ${move.type}`), now: at };
    done(await moveSubscription(context, workspaceId, subscriptionId, move, noteOf({ source }, move.type)));
  }
  return subscriptionId;
}

/** Support has had the notice of a purchase that waits since the demo's beginning. */
async function seedPurchase(
  database: Database,
  workspaceId: string,
  { product, plan, ...purchase }: Pick<DemoSubscription, 'product' | 'plan'> & PurchaseIds,
): Promise<void> {
  const { sourceName } = demoPublisher;
  const seen = {
    ...purchase,
    offerId: product,
    planId: plan,
    quantity: null,
    buyerEmail: null,
    boughtAt: null,
  };
  await saveSeenPurchases(database, { workspaceId, sourceName }, [seen], worldMade);
  await savePurchasesNoticed(database, workspaceId, [purchase.marketplaceSubscriptionId], worldMade);
}

type PurchaseIds = Pick<SeenPurchase, 'marketplaceSubscriptionId' | 'tenantId'>;

/** Fixed, so that the emulated marketplace uses the same id. */
export function demoSubscriptionId(
  { name }: Pick<DemoCustomer, 'name'>,
  { product, plan }: Pick<DemoSubscription, 'product' | 'plan'>,
): string {
  return timeOrderedId(worldMade, bytesFrom(`${name} ${product} ${plan}`));
}

function lastMoveOf({ subscriptions }: DemoCustomer): Date {
  const moments = subscriptions.flatMap(({ moves }) => moves.map(({ at }) => at.getTime()));
  return new Date(Math.max(worldMade.getTime(), ...moments));
}
