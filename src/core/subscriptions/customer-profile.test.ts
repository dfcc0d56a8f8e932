import { expect, it } from 'vitest';
import { type ProfileChange, profileIssues, tidyProfile } from './customer-profile.ts';

it.each<[ProfileChange, readonly string[]]>([
  [{}, []],
  [{ name: 'Contoso', contactName: 'Ada', contactEmail: 'ada@contoso.example', contactPhone: 'ext. 7' }, []],
  [{ contactName: null, contactEmail: null, notes: null, ownerId: null }, []],
  [{ name: '' }, ['name']],
  [{ contactName: 'Ada\nBrandt' }, ['contactName']],
  [{ contactEmail: 'ada' }, ['contactEmail']],
  [{ contactPhone: '1'.repeat(101) }, ['contactPhone']],
  [{ notes: 'line\nline' }, []],
  [{ notes: 'x'.repeat(10_000) }, []],
  [{ notes: 'x'.repeat(10_001) }, ['notes']],
])('%j: %j', (change, paths) => {
  expect(profileIssues(change).map(({ path }) => path)).toEqual(paths);
});

it('a blank text is none, and a blank name stays one', () => {
  expect(tidyProfile({ name: ' ', contactName: ' Ada ', notes: '  ', ownerId: null })).toEqual({
    name: '',
    contactName: 'Ada',
    notes: null,
    ownerId: null,
  });
});
