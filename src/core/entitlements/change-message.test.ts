import { expect, it } from 'vitest';
import type { Change } from '../change.ts';
import type { ProductReader } from '../clients/api-client.ts';
import { type ChangeMessage, messagesOf, messagesOfAll, resync } from './change-stream.ts';

const workspaceId = 'workspace';
const all: ProductReader = { workspaceId, products: 'all' };
const onlyForum: ProductReader = { workspaceId, products: new Set(['id-forum']) };
const onlyMosaic: ProductReader = { workspaceId, products: new Set(['id-mosaic']) };
const elsewhere: ProductReader = { workspaceId: 'other', products: 'all' };

const entitlement: Change = {
  kind: 'entitlement',
  workspaceId,
  product: 'forum',
  tenantId: 'tenant',
  current: { productId: 'id-forum', version: 3 },
};
const forum = { productId: 'id-forum', slug: 'forum' };
const mosaic = { productId: 'id-mosaic', slug: 'mosaic' };
const catalogue = (products: (typeof forum)[] | null): Change => ({
  kind: 'catalogue',
  workspaceId,
  products,
});
const entitlementMessage: ChangeMessage = {
  event: 'entitlement',
  data: { tenantId: 'tenant', product: 'forum', version: 3 },
};
const catalogueMessage = (product: string): ChangeMessage => ({ event: 'catalogue', data: { product } });

it.each<[string, Change, ProductReader, readonly ChangeMessage[]]>([
  ['an entitlement', entitlement, all, [entitlementMessage]],
  ['an entitlement of a product in the subset', entitlement, onlyForum, [entitlementMessage]],
  ['an entitlement of another product', entitlement, onlyMosaic, []],
  ['an entitlement of another workspace', entitlement, elsewhere, []],
  ['the same in another workspace', entitlement, elsewhere, []],
  ['two products', catalogue([forum, mosaic]), all, [catalogueMessage('forum'), catalogueMessage('mosaic')]],
  ['two products, one in the subset', catalogue([forum, mosaic]), onlyMosaic, [catalogueMessage('mosaic')]],
  ['products of another workspace', catalogue([forum]), elsewhere, []],
  ['no published product', catalogue([]), all, []],
  ['any product', catalogue(null), onlyMosaic, [resync]],
  ['any product of another workspace', catalogue(null), elsewhere, []],
  ['usage', { kind: 'usage', workspaceId, subscriptionIds: null }, all, []],
  ['members', { kind: 'members', workspaceId }, all, []],
  ['settings', { kind: 'settings', workspaceId }, all, []],
  ['marketplace work', { kind: 'marketplace', workspaceId }, all, []],
  ['an API client', { kind: 'client', apiClientId: 'client' }, all, []],
])('the events of a change of %s', (_, change, reader, expected) => {
  expect(messagesOf(change, reader)).toEqual(expected);
});

it.each<[string, readonly Change[], readonly ChangeMessage[]]>([
  ['are told in order', [catalogue([forum]), entitlement], [catalogueMessage('forum'), entitlementMessage]],
  ['are replaced by resync', [entitlement, catalogue(null), entitlement], [resync]],
  ['are left out if they are of no interest', [{ kind: 'members', workspaceId }], []],
])('the events of several changes %s', (_, changes, expected) => {
  expect(messagesOfAll(changes, all)).toEqual(expected);
});
