import {
  CommandError,
  flag,
  list,
  type Members,
  members,
  optional,
  readMembers,
  text,
  texts,
  wholeNumber,
} from '../shell/read-json.ts';
import {
  type Buyer,
  customerOperations,
  type Offer,
  type OfferAddresses,
  type Party,
  type Plan,
  type Publisher,
  type Subscription,
  type SubscriptionState,
  subscriptionStates,
} from './directory.ts';
import { type Order, purchasePresets } from './fulfilment/purchase.ts';
import { termUnits } from './term.ts';

/** Reads entries of the directory from JSON. */
export function readPublisher(body: string): Publisher {
  const read = readMembers(body);
  return {
    id: text(read, 'id'),
    tenantId: text(read, 'tenantId'),
    clientId: text(read, 'clientId'),
    offers: list(read, 'offers').map(readOffer),
  };
}

export function readSubscription(body: string): Subscription {
  const read = readMembers(body);
  return {
    id: text(read, 'id'),
    publisherId: text(read, 'publisherId'),
    offerId: text(read, 'offerId'),
    planId: text(read, 'planId'),
    state: read.state === undefined ? 'Subscribed' : readState(read.state),
    ...optional(read, 'azureSubscriptionId', text),
    ...readTerms(read),
    ...optional(read, 'isFreeTrial', flag),
    ...optional(read, 'allowedCustomerOperations', (from, name) =>
      texts(from, name).map((value) => oneOf(customerOperations, value, name)),
    ),
  };
}

export function readOrder(body: string): Order {
  const read = readMembers(body === '' ? '{}' : body);
  return {
    ...optional(read, 'preset', (from, name) => oneOf(purchasePresets, from[name], name)),
    ...optional(read, 'publisherId', text),
    ...optional(read, 'offerId', text),
    ...optional(read, 'planId', text),
    ...optional(read, 'buyer', text),
    ...readTerms(read),
  };
}

/** The members that subscriptions and orders share. */
function readTerms(read: Members) {
  return {
    ...optional(read, 'name', text),
    ...optional(read, 'quantity', wholeNumber),
    ...optional(read, 'beneficiary', readParty),
    ...optional(read, 'purchaser', readParty),
    ...optional(read, 'termUnit', (from, name) => oneOf(termUnits, from[name], name)),
    ...optional(read, 'autoRenew', flag),
    ...optional(read, 'isTest', flag),
  };
}

export function readBuyer(body: string): Buyer {
  const read = readMembers(body);
  return {
    name: text(read, 'name'),
    emailId: text(read, 'emailId'),
    objectId: text(read, 'objectId'),
    tenantId: text(read, 'tenantId'),
  };
}

export function readState(value: unknown): SubscriptionState {
  return oneOf(subscriptionStates, value, 'state');
}

/** Both addresses are optional. */
export function readAddresses(read: Members): OfferAddresses {
  return { ...optional(read, 'landingPageUrl', address), ...optional(read, 'webhookUrl', address) };
}

function readParty(from: Members, name: string): Party {
  const read = members(from[name], name);
  const textOrNull = (member: string) => (read[member] == null ? null : text(read, member));
  return {
    emailId: textOrNull('emailId'),
    objectId: textOrNull('objectId'),
    tenantId: text(read, 'tenantId'),
    puid: textOrNull('puid'),
  };
}

function readOffer(value: unknown): Offer {
  const read = members(value, 'an offer');
  return {
    id: text(read, 'id'),
    ...optional(read, 'name', text),
    ...readAddresses(read),
    plans: list(read, 'plans').map(readPlan),
  };
}

function readPlan(value: unknown): Plan {
  const read = members(value, 'a plan');
  return {
    id: text(read, 'id'),
    ...optional(read, 'name', text),
    ...optional(read, 'description', text),
    dimensions: texts(read, 'dimensions'),
    ...optional(read, 'price', wholeNumber),
    ...optional(read, 'isPricePerSeat', flag),
    ...optional(read, 'minQuantity', wholeNumber),
    ...optional(read, 'maxQuantity', wholeNumber),
    ...optional(read, 'hasFreeTrials', flag),
    ...optional(read, 'isPrivate', flag),
    ...optional(read, 'isAutoActivated', flag),
    ...optional(read, 'isStopSell', flag),
  };
}

function address(read: Members, name: string): string {
  const value = text(read, name);
  if (/^https?:\/\//.test(value) && URL.canParse(value) && !value.includes('#')) return value;
  throw new CommandError(`${name} must be an http address without a fragment`);
}

function oneOf<Choice extends string>(choices: readonly Choice[], value: unknown, name: string): Choice {
  const chosen = choices.find((one) => one === value);
  if (chosen === undefined) throw new CommandError(`${name} must be one of ${choices.join(', ')}`);
  return chosen;
}
