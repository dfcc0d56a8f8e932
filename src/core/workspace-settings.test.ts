import { expect, it } from 'vitest';
import { readWorkspaceSettings } from './workspace-settings.ts';

const sound = {
  name: 'Arcadia',
  usageHoldMinutes: 15,
  supportAddresses: ['a@x.example'],
  acceptsFewerSeats: false,
};

it.each([
  ['sound ones', {}, sound],
  ['a name with room around it', { name: ' Arcadia ' }, sound],
  ['an address twice', { supportAddresses: ['a@x.example', 'A@x.example'] }, sound],
  ['fewer seats', { acceptsFewerSeats: true }, { ...sound, acceptsFewerSeats: true }],
  ['no hold', { usageHoldMinutes: 0 }, { ...sound, usageHoldMinutes: 0 }],
  ['the longest hold', { usageHoldMinutes: 120 }, { ...sound, usageHoldMinutes: 120 }],
  ['no addresses', { supportAddresses: [] }, { ...sound, supportAddresses: [] }],
])('takes %s', (_, changes, expected) => {
  expect(readWorkspaceSettings({ ...sound, ...changes })).toEqual(expected);
});

it.each([
  ['no name', { name: ' ' }, ['name']],
  ['too long a name', { name: 'x'.repeat(201) }, ['name']],
  ['a hold below 0', { usageHoldMinutes: -1 }, ['usageHoldMinutes']],
  ['a hold above 120', { usageHoldMinutes: 121 }, ['usageHoldMinutes']],
  ['half a minute', { usageHoldMinutes: 1.5 }, ['usageHoldMinutes']],
  ['no number', { usageHoldMinutes: Number.NaN }, ['usageHoldMinutes']],
  ['no address', { supportAddresses: ['nobody'] }, ['supportAddresses/0']],
  ['everything at once', { name: '', supportAddresses: ['nobody'] }, ['supportAddresses/0', 'name']],
])('refuses %s', (_, changes, paths) => {
  const read = readWorkspaceSettings({ ...sound, ...changes });
  expect('issues' in read && read.issues.map(({ path }) => path)).toEqual(paths);
});
