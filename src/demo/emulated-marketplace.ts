import { demoProducts } from './catalogue.ts';
import {
  type DemoCustomer,
  type DemoSubscription,
  demoCustomers,
  distantFuture,
  type Organisation,
  scriptedCustomers,
} from './customers.ts';
import { demoBuyers } from './emulated-directories.ts';
import { worldMade } from './fixed.ts';
import { day, openingOf, scriptedPurchases } from './history/script.ts';
import { demoIdp, demoPublisher, sandboxPublisher } from './identities.ts';
import { demoSubscriptionId } from './seed-customers.ts';

const mappings = demoProducts.flatMap(({ plans }) =>
  plans.flatMap(({ name, marketplace, billingModel }) =>
    marketplace
      .filter(({ sourceName }) => sourceName === demoPublisher.sourceName)
      .map((mapping) => ({ ...mapping, name, isPricePerSeat: billingModel === 'PerUser' })),
  ),
);
const offerIds = [...new Set(mappings.map(({ offerId }) => offerId))];

/** In the first workspace's catalogue but not in the offer: its usage is rejected, and support gets a notice. */
export const unpublishedDimension = { offerId: 'aqueduct', dimension: 'compute-hours' };

export const isUnpublished = (offerId: string, dimension: string) =>
  offerId === unpublishedDimension.offerId && dimension === unpublishedDimension.dimension;

/**
 * Data of the emulated marketplace as it begins: the offers as the first workspace's catalogue maps them, and their purchases.
 * While it runs it sells what is mapped (`mapped-offers.ts`).
 */
export const demoMarketplace = {
  buyers: demoBuyers.map(({ email, ...user }) => ({ ...user, emailId: email })),
  publishers: [
    {
      id: demoPublisher.id,
      tenantId: demoIdp.tenantId,
      clientId: demoPublisher.clientId,
      offers: offerIds.map((id) => ({
        id,
        plans: mappings
          .filter(({ offerId }) => offerId === id)
          .map(({ planId, name, isPricePerSeat, dimensions }) => ({
            id: planId,
            name,
            isPricePerSeat,
            dimensions: dimensions
              .map((dimension) => dimension.id)
              .filter((dimension) => !isUnpublished(id, dimension)),
          })),
      })),
    },
    { id: sandboxPublisher.id, tenantId: demoIdp.tenantId, clientId: sandboxPublisher.clientId, offers: [] },
  ],
  subscriptions: [
    ...Object.values<DemoCustomer>(demoCustomers).flatMap((customer) =>
      customer.subscriptions
        .filter(({ source }) => source === 'Marketplace')
        .map((subscription) => ({
          id: demoSubscriptionId(customer, subscription),
          publisherId: demoPublisher.id,
          offerId: subscription.product,
          planId: subscription.plan,
          state: stateOf(subscription),
          beneficiary: beneficiaryOf(customer),
          ...(subscription.quantity === undefined ? {} : { quantity: subscription.quantity }),
          ...termOf(subscription),
        })),
    ),
    ...scriptedPurchases().map(({ customer, product, plan, seats, state }) => ({
      id: demoSubscriptionId(scriptedCustomers[customer], openingOf(customer)),
      publisherId: demoPublisher.id,
      offerId: product,
      planId: plan,
      state,
      beneficiary: beneficiaryOf(scriptedCustomers[customer]),
      ...(seats === undefined ? {} : { quantity: seats }),
      autoRenew: true,
      term: termUntil(worldMade, distantFuture),
    })),
  ],
};

/** The marketplace's end date is inclusive. */
function termUntil(startDate: Date, end: Date) {
  return { termUnit: 'P1Y', startDate, endDate: new Date(end.getTime() - day) } as const;
}

/** The same term as the partner's, so that reconciliation finds no difference. */
function termOf({ moves }: DemoSubscription) {
  const [first] = moves;
  const bought = first?.move.type === 'activate' ? first.move.term : undefined;
  if (!first || !bought?.validUntil) return {};
  return { autoRenew: bought.renewsItself, term: termUntil(first.at, bought.validUntil) };
}

function beneficiaryOf({ tenantId, members: [member] }: Organisation) {
  return { tenantId, objectId: member?.objectId ?? null, emailId: member?.email ?? null, puid: null };
}

function stateOf({
  moves,
}: DemoSubscription): 'PendingFulfillmentStart' | 'Subscribed' | 'Suspended' | 'Unsubscribed' {
  switch (moves.at(-1)?.move.type) {
    case undefined:
      return 'PendingFulfillmentStart';
    case 'suspend':
      return 'Suspended';
    case 'cancelNow':
      return 'Unsubscribed';
    default:
      return 'Subscribed';
  }
}
