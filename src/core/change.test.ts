import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Change, catalogueChange, readChange, usageChange, writeChange } from './change.ts';

const id = '0190f000-0000-7000-8000-000000000001';
const anyChange: fc.Arbitrary<Change> = fc.oneof(
  fc.record({
    kind: fc.constant('entitlement'),
    workspaceId: fc.uuid(),
    product: fc.stringMatching(/^[a-z0-9]{1,8}(-[a-z0-9]{1,8}){0,3}$/),
    tenantId: fc.uuid(),
    current: fc.record({ productId: fc.uuid(), version: fc.nat() }),
  }),
  fc.record({
    kind: fc.constant('catalogue'),
    workspaceId: fc.uuid(),
    products: fc.option(
      fc.array(fc.record({ productId: fc.uuid(), slug: fc.stringMatching(/^[a-z0-9]{1,8}$/) }), {
        maxLength: 50,
      }),
    ),
  }),
  fc.record({
    kind: fc.constantFrom('members', 'settings', 'marketplace'),
    workspaceId: fc.uuid(),
  }),
  fc.record({
    kind: fc.constant('usage'),
    workspaceId: fc.uuid(),
    subscriptionIds: fc.option(fc.array(fc.uuid(), { minLength: 1, maxLength: 100 })),
  }),
  fc.record({ kind: fc.constant('client'), apiClientId: fc.uuid() }),
);

it('a change notification round-trips', () => {
  fc.assert(
    fc.property(anyChange, (change) => {
      expect(readChange(writeChange(change))).toEqual(change);
    }),
  );
});

it('a change notification is shorter than the 8,000 bytes that PostgreSQL allows', () => {
  const change: Change = {
    kind: 'entitlement',
    workspaceId: id,
    product: 'a'.repeat(64),
    tenantId: id,
    current: { productId: id, version: 2 ** 31 },
  };
  expect(writeChange(change).length).toBeLessThan(250);
  const products = Array.from({ length: 50 }, () => ({ productId: id, slug: 'a'.repeat(64) }));
  expect(writeChange(catalogueChange(id, products)).length).toBeLessThan(6_000);
  const ids = Array.from({ length: 100 }, (_, index) => `${id.slice(0, -3)}${100 + index}`);
  expect(writeChange(usageChange(id, ids)).length).toBeLessThan(4_000);
});

it('usage of many subscriptions is one change, of their workspace if they are too many', () => {
  const ids = Array.from({ length: 101 }, (_, index) => `${id.slice(0, -3)}${100 + index}`);
  expect(usageChange(id, ids)).toEqual({ kind: 'usage', workspaceId: id, subscriptionIds: null });
  expect(usageChange(id, ['a', 'b', 'a'])).toMatchObject({ subscriptionIds: ['a', 'b'] });
});

it.each([
  ['nothing', ''],
  ['an unknown kind', `colour ${id}`],
  ['no id', 'catalogue'],
  ['an invalid id', 'catalogue everywhere'],
  ['an entitlement without its tenant', `entitlement ${id} forum`],
  ['an entitlement with an invalid tenant', `entitlement ${id} forum somebody`],
  ['an entitlement without its version', `entitlement ${id} forum ${id}`],
  ['only a kind', 'entitlement'],
])('a change notification is ignored when it has %s', (_case, text) => {
  expect(readChange(text)).toBeUndefined();
});

it('a change notification may have unknown members', () => {
  expect(readChange(`members ${id} and more`)).toEqual({ kind: 'members', workspaceId: id });
});

it('a change of many products names none of them', () => {
  const products = Array.from({ length: 51 }, () => ({ productId: id, slug: 'forum' }));
  expect(catalogueChange(id, products)).toEqual({ kind: 'catalogue', workspaceId: id, products: null });
});
