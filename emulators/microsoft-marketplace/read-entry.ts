import {
  InvalidEntry,
  type Offer,
  type Plan,
  type Publisher,
  type Subscription,
  type SubscriptionState,
  subscriptionStates,
} from './directory.ts';

type Members = Readonly<Record<string, unknown>>;

/** Entries as they come over HTTP: what is missing or malformed is said by name. */
export function readPublisher(body: string): Publisher {
  const read = readObject(parse(body), 'the body');
  return {
    id: text(read, 'id'),
    tenantId: text(read, 'tenantId'),
    clientId: text(read, 'clientId'),
    offers: list(read, 'offers').map(readOffer),
  };
}

export function readSubscription(body: string): Subscription {
  const read = readObject(parse(body), 'the body');
  return {
    id: text(read, 'id'),
    publisherId: text(read, 'publisherId'),
    offerId: text(read, 'offerId'),
    planId: text(read, 'planId'),
    state: read.state === undefined ? 'Subscribed' : readState(read.state),
    ...(read.azureSubscriptionId === undefined
      ? {}
      : { azureSubscriptionId: text(read, 'azureSubscriptionId') }),
  };
}

export function readState(value: unknown): SubscriptionState {
  const state = subscriptionStates.find((one) => one === value);
  if (!state) throw new InvalidEntry(`state must be one of ${subscriptionStates.join(', ')}`);
  return state;
}

function readOffer(value: unknown): Offer {
  const read = readObject(value, 'an offer');
  return { id: text(read, 'id'), ...readName(read), plans: list(read, 'plans').map(readPlan) };
}

function readPlan(value: unknown): Plan {
  const read = readObject(value, 'a plan');
  return { id: text(read, 'id'), ...readName(read), dimensions: list(read, 'dimensions').map(String) };
}

function readName(read: Members): { readonly name?: string } {
  return read.name === undefined ? {} : { name: text(read, 'name') };
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    throw new InvalidEntry('the body must be JSON');
  }
}

function readObject(value: unknown, what: string): Members {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Members;
  throw new InvalidEntry(`${what} must be an object`);
}

function text(members: Members, name: string): string {
  const value = members[name];
  if (typeof value === 'string' && value !== '') return value;
  throw new InvalidEntry(`${name} must be a text`);
}

function list(members: Members, name: string): readonly unknown[] {
  const value = members[name];
  if (Array.isArray(value)) return value;
  throw new InvalidEntry(`${name} must be a list`);
}
