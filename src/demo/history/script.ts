import type { RequestedMove } from '../../actions/subscriptions/move-subscription.ts';
import { distantFuture, type scriptedCustomers } from '../customers.ts';

export const day = 24 * 3_600_000;

type ScriptedCustomer = keyof typeof scriptedCustomers;

/** The first deed of a customer: a purchase on a marketplace, or a trial or contract that support enters. */
interface Opening {
  readonly does: 'buys' | 'buys on AWS' | 'tries' | 'signs';
  readonly product: string;
  readonly plan: string;
  readonly seats?: number;
  /** Of a trial or contract. */
  readonly days?: number;
}

type Deed =
  | Opening
  /** Ends the trial with a contract. */
  | { readonly does: 'keeps'; readonly days: number }
  | { readonly does: 'changes plan'; readonly plan: string }
  | { readonly does: 'changes seats'; readonly seats: number }
  | { readonly does: 'gives a seat'; readonly to: string }
  | { readonly does: 'stops paying' | 'pays again' | 'cancels' };

export type ScriptLine = Deed & {
  /** Before the day of the first start: -1 is the day before. */
  readonly day: number;
  readonly customer: ScriptedCustomer;
};

/** What customers did in the 90 days before the first start, in order. */
export const script: readonly ScriptLine[] = [
  { day: -88, customer: 'alpine', does: 'buys', product: 'aqueduct', plan: 'basic-monthly' },
  { day: -75, customer: 'fourthCoffee', does: 'buys', product: 'aqueduct', plan: 'standard-monthly' },
  { day: -71, customer: 'margies', does: 'tries', product: 'aqueduct', plan: 'standard-monthly', days: 30 },
  { day: -67, customer: 'alpine', does: 'stops paying' },
  { day: -66, customer: 'wideWorld', does: 'buys', product: 'aqueduct', plan: 'enterprise-yearly' },
  { day: -64, customer: 'alpine', does: 'pays again' },
  { day: -62, customer: 'coho', does: 'buys', product: 'forum', plan: 'team-seats', seats: 10 },
  { day: -61, customer: 'coho', does: 'gives a seat', to: 'mila@coho.example' },
  { day: -58, customer: 'bellows', does: 'buys', product: 'aqueduct', plan: 'basic-monthly' },
  { day: -52, customer: 'alpine', does: 'changes plan', plan: 'standard-monthly' },
  { day: -50, customer: 'firstUp', does: 'buys', product: 'aqueduct', plan: 'standard-monthly' },
  {
    day: -45,
    customer: 'consolidated',
    does: 'signs',
    product: 'aqueduct',
    plan: 'standard-monthly',
    days: 66,
  },
  { day: -44, customer: 'margies', does: 'keeps', days: 365 },
  { day: -41, customer: 'cityPower', does: 'buys', product: 'aqueduct', plan: 'standard-monthly' },
  { day: -33, customer: 'coho', does: 'changes seats', seats: 15 },
  { day: -27, customer: 'graphicDesign', does: 'buys', product: 'forum', plan: 'team-seats', seats: 4 },
  { day: -25, customer: 'graphicDesign', does: 'gives a seat', to: 'paul@graphicdesign.example' },
  { day: -24, customer: 'bestForYou', does: 'buys', product: 'aqueduct', plan: 'basic-monthly' },
  { day: -21, customer: 'coho', does: 'gives a seat', to: 'noah@coho.example' },
  { day: -20, customer: 'lucerne', does: 'buys on AWS', product: 'mosaic', plan: 'pay-as-you-go-aws' },
  { day: -19, customer: 'bellows', does: 'cancels' },
  { day: -17, customer: 'munsons', does: 'tries', product: 'aqueduct', plan: 'standard-monthly', days: 23 },
  { day: -15, customer: 'southridge', does: 'buys on AWS', product: 'mosaic', plan: 'team-aws', seats: 12 },
  { day: -14, customer: 'southridge', does: 'gives a seat', to: 'rosa@southridge.example' },
  { day: -13, customer: 'cityPower', does: 'changes plan', plan: 'enterprise-yearly' },
  { day: -11, customer: 'nod', does: 'buys', product: 'aqueduct', plan: 'basic-monthly' },
  { day: -9, customer: 'coho', does: 'changes seats', seats: 25 },
  { day: -8, customer: 'firstUp', does: 'stops paying' },
  { day: -6, customer: 'bestForYou', does: 'changes plan', plan: 'standard-monthly' },
  { day: -5, customer: 'coho', does: 'gives a seat', to: 'olga@coho.example' },
  { day: -4, customer: 'phoneCompany', does: 'buys', product: 'aqueduct', plan: 'enterprise-yearly' },
  { day: -2, customer: 'fineArt', does: 'buys', product: 'forum', plan: 'team-seats', seats: 8 },
];

/** What went wrong and was repaired, by day of the script. Usage is next sent on that day or up to two days later. */
export const incidents = {
  /** The marketplace fails: the reports are accepted at the third attempt. */
  marketplaceDown: -37,
  /** From this day on the listener of webhooks exists. */
  listenerAdded: -29,
  /** The marketplace rejects an hour of this customer, and support reports it again. */
  hourRejected: { day: -16, customer: 'wideWorld', dimension: 'rows-moved' },
  /** The listener responds with 503 at first. */
  listenerDown: -13,
} as const;

/** Office hours, with minutes of its own for each line. */
export function momentOf(line: ScriptLine, today: Date): Date {
  const minutes = 8 * 60 + ((script.indexOf(line) * 37) % (9 * 60));
  return new Date(today.getTime() + line.day * day + minutes * 60_000);
}

export function openingOf(customer: ScriptedCustomer): Opening {
  const opening = script.find((line) => line.customer === customer);
  if (!opening || !('product' in opening)) throw new Error(`${customer} begins with no purchase`);
  return opening;
}

/** The term that a deed begins at that moment. Marketplace purchases renew automatically. */
export function termFrom({ does, days = 0 }: Opening, at: Date) {
  return does === 'buys'
    ? { validUntil: distantFuture, renewsItself: true }
    : { validUntil: new Date(at.getTime() + days * day), renewsItself: false };
}

/** The move of a later deed. */
export function moveOf(deed: Exclude<Deed, Opening | { does: 'gives a seat' }>, at: Date): RequestedMove {
  switch (deed.does) {
    case 'keeps':
      return { type: 'renew', term: termFrom({ ...deed, does: 'signs', product: '', plan: '' }, at) };
    case 'changes plan':
      return { type: 'changePlan', plan: deed.plan };
    case 'changes seats':
      return { type: 'changeQuantity', quantity: deed.seats };
    case 'stops paying':
      return { type: 'suspend' };
    case 'pays again':
      return { type: 'reinstate' };
    case 'cancels':
      return { type: 'cancelNow' };
  }
}

export interface ScriptedPurchase {
  readonly customer: ScriptedCustomer;
  readonly product: string;
  readonly plan: string;
  readonly seats: number | undefined;
  readonly state: 'Subscribed' | 'Suspended' | 'Unsubscribed';
}

/** The purchases on Microsoft's marketplace as they are at the end of the script. */
export function scriptedPurchases(): readonly ScriptedPurchase[] {
  const purchases = new Map<ScriptedCustomer, ScriptedPurchase>();
  for (const line of script) {
    const { customer } = line;
    const before = purchases.get(customer);
    if (line.does === 'buys') {
      const { product, plan, seats } = line;
      purchases.set(customer, { customer, product, plan, seats, state: 'Subscribed' });
    } else if (before) purchases.set(customer, { ...before, ...changeOf(line) });
  }
  return [...purchases.values()];
}

function changeOf(deed: Deed): Partial<ScriptedPurchase> {
  switch (deed.does) {
    case 'changes plan':
      return { plan: deed.plan };
    case 'changes seats':
      return { seats: deed.seats };
    case 'stops paying':
      return { state: 'Suspended' };
    case 'pays again':
      return { state: 'Subscribed' };
    case 'cancels':
      return { state: 'Unsubscribed' };
    default:
      return {};
  }
}
