import { describe, expect, it } from 'vitest';
import {
  canonicalLabels,
  checkLabels,
  labelledKey,
  labelsOf,
  labelsView,
  limitText,
  mergeLabels,
  type ProductLabels,
} from './labels.ts';

const labels: ProductLabels = {
  capabilities: {
    search: { name: 'Search', description: null, isHidden: true },
    audit: { name: null, description: null },
  },
  limits: { rooms: { name: 'Rooms', unit: 'rooms' }, archive: { unit: 'GB', absentMeans: 'Unlimited' } },
};

it('are canonical without what is not set, sorted', () => {
  expect(JSON.stringify(canonicalLabels(labels))).toBe(
    '{"capabilities":{"search":{"name":"Search","isHidden":true}},"limits":{"archive":{"unit":"GB","absentMeans":"Unlimited"},"rooms":{"name":"Rooms","unit":"rooms"}}}',
  );
});

it('are shown with every member', () => {
  expect(labelsView(labels)).toEqual({
    capabilities: { search: { name: 'Search', description: null, isHidden: true } },
    limits: {
      archive: { name: null, description: null, isHidden: false, unit: 'GB', absentMeans: 'Unlimited' },
      rooms: { name: 'Rooms', description: null, isHidden: false, unit: 'rooms', absentMeans: null },
    },
  });
});

it('of plans are those of their names', () => {
  const plans = [
    { capabilities: { search: false }, limits: {} },
    { capabilities: {}, limits: { rooms: 5 } },
  ];
  expect(labelsOf(labels, plans)).toEqual({
    capabilities: { search: labels.capabilities.search },
    limits: { rooms: labels.limits.rooms },
  });
});

it('are replaced one by one, and removed by null', () => {
  const changes = {
    capabilities: { search: null },
    limits: { rooms: { name: 'Halls' }, seats: { unit: '' } },
  };
  expect(mergeLabels(labels, changes)).toEqual({
    capabilities: {},
    limits: {
      archive: { unit: 'GB', absentMeans: 'Unlimited' },
      rooms: { name: 'Halls' },
      seats: { unit: '' },
    },
  });
});

it.each([
  [2_000, { unit: 'MB' }, '2,000 MB'],
  [0, { unit: 'MB', absentMeans: 'Unlimited' as const }, '0 MB'],
  [1_234.5678, undefined, '1,234.5678'],
  [null, undefined, 'Not set'],
  [null, { unit: 'MB' }, 'Not set'],
  [null, { absentMeans: 'None' as const }, 'None'],
  [null, { absentMeans: 'Unlimited' as const }, 'Unlimited'],
])('the limit %j with the label %j is shown as %s', (value, label, text) => {
  expect(limitText(value, label)).toBe(text);
});

it('a key is shown behind its name', () => {
  expect(labelledKey('search', labels.capabilities.search)).toBe('Search (search)');
  expect(labelledKey('audit', labels.capabilities.audit)).toBe('audit');
  expect(labelledKey('other', undefined)).toBe('other');
});

describe('are checked', () => {
  const limit = (label: object) => ({ capabilities: {}, limits: { rooms: label } });
  it.each<[string, ProductLabels, string[]]>([
    ['all members', limit({ name: 'R', description: 'Ünïcode, “quoted”', unit: 'GB' }), []],
    ['null members', limit({ name: null, description: null, unit: null }), []],
    ['a blank name', limit({ name: ' ' }), ['labels.limits.rooms.name']],
    ['a name of 101 characters', limit({ name: 'x'.repeat(101) }), ['labels.limits.rooms.name']],
    ['a description of 500 characters', limit({ description: 'x'.repeat(500) }), []],
    ['a longer description', limit({ description: 'x'.repeat(501) }), ['labels.limits.rooms.description']],
    ['two lines', limit({ description: 'a\nb' }), ['labels.limits.rooms.description']],
    ['a unit of 51 characters', limit({ unit: 'x'.repeat(51) }), ['labels.limits.rooms.unit']],
    ['an empty key', { capabilities: { '': { name: 'A' } }, limits: {} }, ['labels.capabilities.']],
  ])('%s', (_, given, paths) => {
    expect(checkLabels(given).map(({ path }) => path)).toEqual(paths);
  });
});
