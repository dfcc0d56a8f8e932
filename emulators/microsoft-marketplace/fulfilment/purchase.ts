import { randomUUID } from 'node:crypto';
import { guidOf } from '../../shell/guid.ts';
import { CommandError } from '../../shell/read-json.ts';
import type {
  Buyer,
  MarketplaceRegister,
  Offer,
  Party,
  Plan,
  Publisher,
  StoredSubscription,
} from '../directory.ts';
import type { TermUnit } from '../term.ts';
import { quantityRefusal } from './change-refusal.ts';
import type { Lifecycle } from './lifecycle.ts';

/** Kinds of purchase: each takes the first suitable plan, unless the order names one. */
export const purchasePresets = ['ordinary', 'reseller', 'free-trial', 'per-seat', 'auto-activation'] as const;
export type PurchasePreset = (typeof purchasePresets)[number];

/** A purchase order. Every member is optional. */
export interface Order {
  readonly preset?: PurchasePreset;
  readonly publisherId?: string;
  readonly offerId?: string;
  readonly planId?: string;
  readonly quantity?: number;
  /** The object id of a buyer in the directory. */
  readonly buyer?: string;
  /** A beneficiary outside the directory. */
  readonly beneficiary?: Party;
  readonly purchaser?: Party;
  readonly name?: string;
  readonly termUnit?: TermUnit;
  readonly autoRenew?: boolean;
  readonly isTest?: boolean;
}

const defaultBuyer: Buyer = {
  name: 'Somebody',
  emailId: 'somebody@customer.example',
  objectId: guidOf('somebody'),
  tenantId: guidOf('somewhere'),
};
const resellerTenant = guidOf('a reseller');

/** Creates an order's subscription. The publisher learns of it when the customer opens the landing page. */
export function purchase(
  order: Order,
  register: MarketplaceRegister,
  lifecycle: Lifecycle,
): StoredSubscription {
  const { preset = 'ordinary' } = order;
  const { publisher, offer, plan } = choosePlan(order, preset, register);
  const parties = partiesOf(order, preset, chooseBuyer(order, register));
  const quantity = order.quantity ?? (plan.isPricePerSeat ? (plan.minQuantity ?? 1) : undefined);
  const refusal = quantity === undefined ? undefined : quantityRefusal(quantity, plan);
  if (refusal !== undefined) throw new CommandError(refusal);
  const { name, termUnit, autoRenew, isTest } = order;
  const id = randomUUID();
  register.registerSubscription({
    id,
    publisherId: publisher.id,
    offerId: offer.id,
    planId: plan.id,
    state: plan.isAutoActivated ? 'Subscribed' : 'PendingFulfillmentStart',
    ...parties,
    ...(quantity === undefined ? {} : { quantity }),
    ...(name === undefined ? {} : { name }),
    ...(termUnit === undefined ? {} : { termUnit }),
    ...(autoRenew === undefined ? {} : { autoRenew }),
    ...(isTest === undefined ? {} : { isTest }),
    ...(preset === 'free-trial' ? { isFreeTrial: true } : {}),
    ...(preset === 'reseller' ? { allowedCustomerOperations: ['Read'] as const } : {}),
  });
  const subscription = register.findSubscription(id);
  if (!subscription) throw new Error('the subscription was not stored');
  if (plan.isAutoActivated) lifecycle.announce(subscription);
  return subscription;
}

const suits: Record<PurchasePreset, (plan: Plan) => boolean> = {
  ordinary: () => true,
  reseller: () => true,
  'free-trial': ({ hasFreeTrials = false }) => hasFreeTrials,
  'per-seat': ({ isPricePerSeat = false }) => isPricePerSeat,
  'auto-activation': ({ isAutoActivated = false }) => isAutoActivated,
};

/** Why an existing plan is not suitable. */
const unsuited: Partial<Record<PurchasePreset, string>> = {
  'free-trial': 'there is no free trial of it',
  'per-seat': 'it is not sold by the seat',
  'auto-activation': 'the marketplace does not activate it',
};

interface Choice {
  readonly publisher: Publisher;
  readonly offer: Offer;
  readonly plan: Plan;
}

function choosePlan(order: Order, preset: PurchasePreset, register: MarketplaceRegister): Choice {
  const isWanted = (wanted: string | undefined, id: string) => wanted === undefined || wanted === id;
  const choices = register
    .contents()
    .publishers.flatMap((publisher) =>
      publisher.offers.flatMap((offer) =>
        offer.plans.filter(({ isStopSell }) => !isStopSell).map((plan) => ({ publisher, offer, plan })),
      ),
    );
  const named = choices.filter(
    ({ publisher, offer, plan }) =>
      isWanted(order.publisherId, publisher.id) &&
      isWanted(order.offerId, offer.id) &&
      isWanted(order.planId, plan.id),
  );
  const chosen = named.find(({ plan }) => suits[preset](plan));
  if (!chosen) throw new CommandError((named.length > 0 && unsuited[preset]) || 'there is no such plan');
  return chosen;
}

function chooseBuyer({ buyer }: Order, register: MarketplaceRegister): Buyer {
  const { buyers } = register.contents();
  if (buyer === undefined) return buyers[0] ?? defaultBuyer;
  const found = buyers.find(({ objectId }) => objectId === buyer.toLowerCase());
  if (!found) throw new CommandError('there is no such buyer');
  return found;
}

/** A reseller's order names the customer's tenant without a user, and the reseller as purchaser. */
function partiesOf(order: Order, preset: PurchasePreset, { emailId, objectId, tenantId }: Buyer) {
  const noUser = { emailId: null, objectId: null, puid: null };
  const buyer = { emailId, objectId, tenantId, puid: null };
  const isReseller = preset === 'reseller';
  const beneficiary = order.beneficiary ?? (isReseller ? { ...noUser, tenantId } : buyer);
  const purchaser = order.purchaser ?? (isReseller ? { ...noUser, tenantId: resellerTenant } : beneficiary);
  return { beneficiary, purchaser };
}
