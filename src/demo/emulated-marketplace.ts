import { demoProducts } from './catalogue.ts';
import { type DemoCustomer, type DemoSubscription, demoCustomers } from './customers.ts';
import { demoBuyers } from './emulated-directories.ts';
import { demoIdp, demoPublisher } from './identities.ts';
import { demoSubscriptionId } from './seed-customers.ts';

const mappings = demoProducts.flatMap(({ plans }) =>
  plans.flatMap(({ name, marketplace, licenceModel }) =>
    marketplace.map((mapping) => ({ ...mapping, name, isPricePerSeat: licenceModel === 'Seats' })),
  ),
);
const day = 24 * 3_600_000;
const offerIds = [...new Set(mappings.map(({ offerId }) => offerId))];

/** A dimension that the partner's catalogue has and the offer lacks: its usage is rejected, and support told. */
export const unpublishedDimension = { offerId: 'aqueduct', dimension: 'compute-hours' };

/** What the emulated marketplace knows: the partner's offers as the catalogue maps them, and who has bought them. */
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
              .filter(
                (name) => id !== unpublishedDimension.offerId || name !== unpublishedDimension.dimension,
              ),
          })),
      })),
    },
  ],
  subscriptions: Object.values<DemoCustomer>(demoCustomers).flatMap((customer) =>
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
};

/** As the partner has it, so that there is nothing to repair; the marketplace's end is the last good day. */
function termOf({ moves }: DemoSubscription) {
  const [first] = moves;
  const bought = first?.move.type === 'activate' ? first.move.term : undefined;
  if (!first || !bought?.validUntil) return {};
  const endDate = new Date(bought.validUntil.getTime() - day);
  return {
    autoRenew: bought.renewsItself,
    term: { termUnit: 'P1Y', startDate: first.at, endDate } as const,
  };
}

function beneficiaryOf({ tenantId, members: [member] }: DemoCustomer) {
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
