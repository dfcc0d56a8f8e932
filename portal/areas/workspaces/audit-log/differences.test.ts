import { expect, it } from 'vitest';
import { differences, titleOf } from './differences.ts';

it.each([
  ['no difference', null, null, []],
  [
    'only the changed members',
    { email: 'ben@partner.example', role: 'Viewer' },
    { email: 'ben@partner.example', role: 'Catalogue manager' },
    [{ name: 'role', before: 'Viewer', after: 'Catalogue manager' }],
  ],
  [
    'all members of an added object',
    null,
    { name: 'Contoso', tenantIds: ['a', 'b'], reason: null },
    [
      { name: 'name', before: null, after: 'Contoso' },
      { name: 'tenant ids', before: null, after: 'a, b' },
    ],
  ],
  [
    'all members of a removed object',
    { url: 'https://x' },
    null,
    [{ name: 'url', before: 'https://x', after: null }],
  ],
  [
    'a member that was set, and one that was removed',
    { validUntil: null, quantity: 5 },
    { validUntil: '2027-01-01T00:00:00.000Z', quantity: null },
    [
      { name: 'quantity', before: '5', after: null },
      { name: 'valid until', before: null, after: '1 Jan 2027, 00:00 UTC' },
    ],
  ],
  [
    'nested members',
    { capabilities: { export: false, audit: true }, scopes: [] },
    { capabilities: { export: true, audit: true }, scopes: ['usage'] },
    [
      { name: 'capabilities export', before: 'no', after: 'yes' },
      { name: 'scopes', before: 'none', after: 'usage' },
    ],
  ],
])('lists %s', (_, before, after, expected) => {
  expect(differences(before, after)).toEqual(expected);
});

it.each([
  [null, { email: 'ben@partner.example', role: 'Viewer' }, 'ben@partner.example'],
  [{ name: 'Warehouse sync', slug: 'x' }, null, 'Warehouse sync'],
  [null, { status: 'Active' }, null],
  [null, null, null],
])('labels the change from %j to %j as %s', (before, after, title) => {
  expect(titleOf(before, after)).toBe(title);
});
