import { createFeed, type Feed } from '../shell/feed.ts';
import type { MarketplaceDirectory, MarketplaceRegister, Offer, Plan, Publisher } from './directory.ts';

/** The offers of the publisher with this tenant and application. */
interface PublishedOffers {
  readonly tenantId: string;
  readonly clientId: string;
  readonly offers: readonly Offer[];
}

/** Reads every offer that is for sale, from where the publishers maintain them. */
export type ReadOffers = () => Promise<readonly PublishedOffers[]>;

/** Without `readOffers` the publishers sell what the directory and the control surface say. */
export function createOfferFeed(
  directory: MarketplaceDirectory,
  register: MarketplaceRegister,
  readOffers: ReadOffers | undefined,
): Feed {
  if (!readOffers) return { refresh: async () => {} };
  // An offer that was changed here, on the page or by control, stays until it is published otherwise.
  const published = new Map<string, ReadonlyMap<string, string>>(
    directory.publishers.map(({ id, offers }) => [id, new Map(offers.map((offer) => [offer.id, '']))]),
  );

  return createFeed(async () => {
    const read = await readOffers();
    for (const publisher of register.contents().publishers) {
      const own = merged(read.filter((one) => isOf(one, publisher)).flatMap(({ offers }) => offers));
      const before = published.get(publisher.id) ?? new Map();
      const now = new Map(own.map((offer) => [offer.id, JSON.stringify(offer)]));
      published.set(publisher.id, now);
      const changed = own.filter(({ id }) => now.get(id) !== before.get(id));
      const withdrawn = [...before.keys()].filter((id) => !now.has(id)).map((id) => ({ id, plans: [] }));
      for (const offer of [...changed, ...withdrawn]) replaceOffer(publisher.id, offer, register);
    }
  });
}

const isOf = (one: PublishedOffers, { tenantId, clientId }: Publisher) =>
  one.tenantId.toLowerCase() === tenantId && one.clientId.toLowerCase() === clientId;

/** Several services may publish plans of one offer; the first of a plan counts, and the addresses of the first service. */
function merged(offers: readonly Offer[]): readonly Offer[] {
  const byId = new Map<string, Offer>();
  for (const offer of offers) {
    const first = byId.get(offer.id);
    const more = offer.plans.filter(({ id }) => !first?.plans.some((plan) => plan.id === id));
    byId.set(offer.id, first ? { ...first, plans: [...first.plans, ...more] } : offer);
  }
  return [...byId.values()];
}

/** Plans stay in their order. Those with subscriptions stay, and are sold no more. */
function replaceOffer(publisherId: string, offer: Offer, register: MarketplaceRegister): void {
  const publisher = register.findPublisher(publisherId);
  if (!publisher) return;
  const { subscriptions } = register.contents();
  const before = publisher.offers.find(({ id }) => id === offer.id);
  const isKept = (plan: Plan) =>
    !offer.plans.some(({ id }) => id === plan.id) &&
    subscriptions.some(
      (one) => one.publisherId === publisherId && one.offerId === offer.id && one.planId === plan.id,
    );
  const kept = before?.plans.filter(isKept).map((plan) => ({ ...plan, isStopSell: true })) ?? [];
  const known = before?.plans.map(({ id }) => id) ?? [];
  const place = ({ id }: Plan) => (known.includes(id) ? known.indexOf(id) : known.length);
  const plans = [...offer.plans, ...kept].toSorted((a, b) => place(a) - place(b));
  const next = { ...before, ...offer, plans };
  const offers = before
    ? publisher.offers.map((one) => (one.id === offer.id ? next : one))
    : [...publisher.offers, next];
  register.registerPublisher({ ...publisher, offers: offers.filter((one) => one.plans.length > 0) });
}
