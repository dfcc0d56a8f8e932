import { expect, it } from 'vitest';
import { includedIn } from './included.ts';

it('names what a plan includes, without names that are meant for applications', () => {
  const plan = {
    capabilities: { search: true, audit: false, secret: true, beta: true },
    limits: { rooms: 5, zero: 0, hidden: 7 },
  };
  const labels = {
    capabilities: {
      search: { name: 'Search', description: 'In all rooms.' },
      audit: { name: 'Audit trail' },
      secret: { description: 'No name.' },
      unused: { name: 'Of another plan' },
      beta: { name: 'Beta', isHidden: true },
    },
    limits: {
      rooms: { name: 'Rooms', unit: 'rooms' },
      zero: { name: 'Guests' },
      storage: { name: 'Storage', unit: 'GB', absentMeans: 'Unlimited' },
      extra: { name: 'Extras', absentMeans: 'None' },
      unset: { name: 'Unset' },
      hidden: { name: 'Hidden', isHidden: true },
    },
  } as const;
  expect(includedIn(plan, labels)).toEqual([
    { name: 'Search', description: 'In all rooms.', amount: null },
    { name: 'Rooms', description: null, amount: { value: 5, unit: 'rooms' } },
    { name: 'Guests', description: null, amount: { value: 0, unit: null } },
    { name: 'Storage', description: null, amount: 'Unlimited' },
  ]);
});
