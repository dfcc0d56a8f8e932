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
import type { Order } from './agreements/lifecycle.ts';
import type { AccessKey, Buyer, Entitlement, EventDestination, Product, Role, Seller } from './directory.ts';

/** Reads entries of the directory from JSON. */
export function readSeller(body: string): Seller {
  const read = readMembers(body);
  return {
    accountId: text(read, 'accountId'),
    name: text(read, 'name'),
    products: list(read, 'products').map((one) => readProduct(members(one, 'a product'))),
    ...optional(read, 'destination', (from, name) => readDestination(members(from[name], name))),
  };
}

export function readProduct(read: Members): Product {
  return {
    code: text(read, 'code'),
    id: text(read, 'id'),
    title: text(read, 'title'),
    contractDimensions: texts(read, 'contractDimensions'),
    meteredDimensions: texts(read, 'meteredDimensions'),
    ...optional(read, 'hasFreeTrial', flag),
    ...optional(read, 'isLegacy', flag),
    ...optional(read, 'isStopSell', flag),
    ...optional(read, 'fulfilmentUrl', address),
  };
}

export function readDestination(read: Members): EventDestination {
  return { url: address(read, 'url'), secret: text(read, 'secret') };
}

export function readBuyer(body: string): Buyer {
  const read = readMembers(body);
  return {
    accountId: text(read, 'accountId'),
    name: text(read, 'name'),
    ...optional(read, 'signsInAs', text),
  };
}

export function readAccessKey(body: string): AccessKey {
  const read = readMembers(body);
  return {
    id: text(read, 'id'),
    secret: text(read, 'secret'),
    accountId: text(read, 'accountId'),
    ...optional(read, 'rights', texts),
  };
}

export function readRole(body: string): Role {
  const read = readMembers(body);
  return {
    arn: text(read, 'arn'),
    ...optional(read, 'externalId', text),
    ...optional(read, 'rights', texts),
  };
}

export function readOrder(body: string): Order {
  const read = readMembers(body === '' ? '{}' : body);
  return {
    ...optional(read, 'sellerAccountId', text),
    ...optional(read, 'productCode', text),
    ...optional(read, 'buyerAccountId', text),
    ...optional(read, 'entitlements', readEntitlements),
    ...optional(read, 'months', wholeNumber),
    ...optional(read, 'autoRenewalEnabled', flag),
    ...optional(read, 'isFreeTrial', flag),
  };
}

const longestValue = 255;

function readEntitlements(from: Members, name: string): readonly Entitlement[] {
  return list(from, name).map((one) => {
    const read = members(one, 'an entitlement');
    const { value } = read;
    if (typeof value !== 'number' && typeof value !== 'boolean' && typeof value !== 'string') {
      throw new CommandError('value must be a number, a text, or true or false');
    }
    if (String(value).length > longestValue) throw new CommandError('value is too long');
    return { dimension: text(read, 'dimension'), value };
  });
}

export function address(read: Members, name: string): string {
  const value = text(read, name);
  if (/^https?:\/\//.test(value) && URL.canParse(value) && !value.includes('#')) return value;
  throw new CommandError(`${name} must be an http address without a fragment`);
}
