import { beforeEach, expect, it } from 'vitest';
import { lastList, rememberedList, rememberList } from './list-memory.ts';

beforeEach(() => {
  rememberList('/portal/arcadia/subscriptions', { sort: 'createdAt', add: 'contract' });
  rememberList('/portal/arcadia/purchases', {});
});

it('remembers the filters of a list, without its open dialog', () => {
  expect(rememberedList('/arcadia/subscriptions')).toEqual({ sort: 'createdAt' });
  expect(rememberedList('/arcadia/customers')).toEqual({});
});

it('finds the list that was open last', () => {
  expect(lastList(['/arcadia/subscriptions', '/arcadia/purchases'])).toBe('/arcadia/purchases');
  rememberList('/portal/arcadia/subscriptions', {});
  expect(lastList(['/arcadia/purchases', '/arcadia/subscriptions'])).toBe('/arcadia/subscriptions');
});

it('falls back to the first list where none was open', () => {
  expect(lastList(['/novum/subscriptions', '/novum/purchases'])).toBe('/novum/subscriptions');
});
