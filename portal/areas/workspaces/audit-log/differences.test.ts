import { expect, it } from 'vitest';
import { type Difference, differences } from './differences.ts';

const id = '0198f6a2-6c1e-7d70-9a53-9e16a1b010b8';
const other = '0198f6a2-6c1e-7d70-9a53-9e16a1b010d1';
const names = new Map([
  [id, 'Basic monthly'],
  [other, 'Contoso'],
]);

const lineOf = ({ name, before, after, added, removed }: Difference) =>
  [
    `${name}:`,
    ...(added.length + removed.length === 0
      ? [
          [before, after]
            .filter((side) => side !== undefined)
            .map((side) => side ?? 'not set')
            .join(' → '),
        ]
      : []),
    ...added.map((text) => `+${text}`),
    ...removed.map((text) => `-${text}`),
  ].join(' ');

it.each([
  ['no difference', null, null, []],
  [
    'only the changed members',
    { email: 'ben@partner.example', role: 'Viewer' },
    { email: 'ben@partner.example', role: 'Catalogue manager' },
    ['Role: Viewer → Catalogue manager'],
  ],
  [
    'all members of an added object',
    null,
    { name: 'Contoso', tenantIds: ['a', 'b'], reason: null },
    ['Name: Contoso', 'Tenant ids: a, b'],
  ],
  ['all members of a removed object', { url: 'https://x' }, null, ['URL: https://x']],
  [
    'a member that was set, and one that was removed',
    { validUntil: null, quantity: 5000 },
    { validUntil: '2027-01-01T00:00:00.000Z', quantity: null },
    ['Valid until: not set → 1 Jan 2027, 00:00 UTC', 'Quantity: 5,000 → not set'],
  ],
  [
    'nested members as a path',
    { capabilities: { export: false, audit: true }, limits: {} },
    { capabilities: { export: true, audit: true }, limits: { seats: 1234.5 } },
    ['Capabilities › export: no → yes', 'Limits › seats: 1,234.5'],
  ],
  [
    'added and removed members of a list',
    { scopes: ['catalogue.read', 'usage.write'] },
    { scopes: ['usage.write', 'eligibility.read'] },
    ['Scopes: +eligibility.read -catalogue.read'],
  ],
  ['a list that became empty', { scopes: ['usage.write'] }, { scopes: [] }, ['Scopes: -usage.write']],
  [
    'a list instead of everything',
    { products: null },
    { products: ['forum'] },
    ['Products: not set → forum'],
  ],
  [
    'members of listed objects',
    { dimensions: [{ id: 'calls', unit: 'call', included: null }] },
    {
      dimensions: [
        { id: 'calls', unit: 'thousand', included: { quantity: 10, per: 'Month' } },
        { id: 'rows', unit: 'row' },
      ],
    },
    [
      'Dimensions › calls › unit: call → thousand',
      'Dimensions › calls › included › quantity: 10',
      'Dimensions › calls › included › per: Month',
      'Dimensions › rows › id: rows',
      'Dimensions › rows › unit: row',
    ],
  ],
  [
    'people by their addresses',
    { assigned: 1 },
    { assigned: 2, members: [{ memberId: id, email: 'ann@contoso.example' }] },
    ['Assigned: 1 → 2', 'Members: ann@contoso.example'],
  ],
  [
    'the service account and the name of its key',
    null,
    {
      serviceAccountId: id,
      serviceAccountName: 'Nightly import',
      name: 'Nightly import',
      keyName: 'Runner 1',
    },
    ['Service account: Nightly import', 'Key name: Runner 1'],
  ],
  [
    'the service account of a key in an entry of an earlier version',
    { serviceAccountId: id, name: 'Nightly import', expiresAt: null },
    { serviceAccountId: id, name: 'Nightly import', revokedAt: '2027-01-01T00:00:00.000Z' },
    ['Revoked at: 1 Jan 2027, 00:00 UTC'],
  ],
  [
    'the names of objects instead of their ids',
    { planId: other, tenantId: other },
    { planId: id, tenantId: other },
    ['Plan: Contoso → Basic monthly'],
  ],
  ['an id without a name', { planId: 'silver' }, { planId: 'gold' }, ['Plan id: silver → gold']],
  ['an order of a list as no difference', { types: ['a', 'b'] }, { types: ['b', 'a'] }, []],
])('lists %s', (_, before, after, expected) => {
  expect(differences(before, after, { names }).map(lineOf)).toEqual(expected);
});

it('shows capabilities and limits under their display names', () => {
  const labels = {
    capabilities: { search: { name: 'Full-text search' } },
    limits: { rooms: { name: 'Rooms', unit: 'rooms', absentMeans: 'Unlimited' } },
  };
  const before = { capabilities: { search: false, audit: true }, limits: { rooms: 2_000, posts: 5 } };
  const after = { capabilities: { search: true, audit: false }, limits: {} };
  expect(differences(before, after, { names, labels }).map(lineOf)).toEqual([
    'Full-text search (search): no → yes',
    'Capabilities › audit: yes → no',
    'Rooms (rooms): 2,000 rooms → Unlimited',
    'Limits › posts: 5',
  ]);
});
