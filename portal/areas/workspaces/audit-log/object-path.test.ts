import { expect, it } from 'vitest';
import { pathOf } from './object-path.ts';
import type { AuditObject } from './queries.ts';

const object = (kind: AuditObject['kind'], id: string, exists = true): AuditObject => ({
  kind,
  id,
  name: `Name of ${id}`,
  exists,
});

it.each([
  [object('Product', 'forum'), [], 'products/forum'],
  [object('Plan', 'forum/basic'), [], 'products/forum'],
  [object('Plan', 'forum/basic', false), [], null],
  [object('Subscription', 's'), [], 'subscriptions/s'],
  [object('Customer', 't'), [], 'customers/t'],
  [object('CustomerMember', 'm'), [object('Customer', 't')], 'customers/t'],
  [object('CustomerMember', 'm', false), [object('Customer', 't')], null],
  [object('ApiKey', 'k', false), [object('ApiClient', 'c')], 'api-clients/c'],
  [object('ApiKey', 'k', false), [object('ApiClient', 'c', false)], null],
  [object('WebhookEndpoint', 'e'), [], 'webhooks/endpoints/e'],
  [object('WebhookEndpoint', 'e', false), [], null],
  [object('MarketplaceConnection', 'c'), [], 'settings/marketplace/c'],
  [object('UsageReport', 'r', false), [object('Subscription', 's')], 'usage'],
  [object('Notice', 'n'), [], 'inbox'],
  [object('Member', 'm'), [], 'members'],
])('%j with %j is at %s', (one, related, path) => {
  expect(pathOf(one, related)?.path ?? null).toBe(path);
});

/** Complete by its type: a new kind of subject needs a page. */
const owners: Readonly<Record<AuditObject['kind'], readonly AuditObject[]>> = {
  Workspace: [],
  Member: [],
  ServiceAccount: [],
  ServiceAccountKey: [object('ServiceAccount', 'a')],
  ApiClient: [],
  ApiKey: [object('ApiClient', 'c')],
  ApplicationCredential: [object('ApiClient', 'c')],
  WebhookEndpoint: [],
  MarketplaceConnection: [],
  IdpConnection: [],
  Organisation: [],
  Customer: [],
  CustomerMember: [object('Customer', 't')],
  Subscription: [],
  UsageReport: [object('Subscription', 's')],
  Notice: [],
  Category: [],
  Product: [],
  Edition: [],
  Plan: [],
};

it.each(Object.entries(owners))('every existing %s has a page', (kind, related) => {
  expect(pathOf(object(kind as AuditObject['kind'], 'forum/part'), related)).not.toBeNull();
});
