import { describe, expect, it } from 'vitest';
import { isRefusal } from '../refusal.ts';
import { memberRoles, permissionsOf } from '../workspaces/member-role.ts';
import { readServiceAccountName, serviceAccountKeyEnd } from './service-account.ts';

const now = new Date('2026-11-16T09:00:00.000Z');
const day = 24 * 3_600_000;
const after = (days: number) => new Date(now.getTime() + days * day);

describe('serviceAccountKeyEnd', () => {
  it.each([
    ['nothing', null, null, after(90)],
    ['nothing, with a shorter maximum age', null, 30, after(30)],
    ['nothing, with a longer maximum age', null, 3_650, after(90)],
    ['tomorrow', after(1), null, after(1)],
    ['a leap year', after(366), null, after(366)],
    ['more than a year', new Date(after(366).getTime() + 1), null, 'refused'],
    ['more than a year, with a longer maximum age', after(367), 3_650, 'refused'],
    ['the maximum age', after(30), 30, after(30)],
    ['more than the maximum age', after(31), 30, 'refused'],
    ['now', now, null, 'refused'],
    ['the past', after(-1), null, 'refused'],
  ])('decides for a request of %s', (_case, requested, maxAgeDays, expected) => {
    const end = serviceAccountKeyEnd(requested, maxAgeDays, now);
    expect(isRefusal(end) ? 'refused' : end).toEqual(expected);
  });
});

describe('readServiceAccountName', () => {
  it.each([
    ['Deployment', 'Deployment'],
    ['  Catalogue pipeline ', 'Catalogue pipeline'],
    ['é'.repeat(100), 'é'.repeat(100)],
    ['a'.repeat(101), 'refused'],
    ['', 'refused'],
    [' \t ', 'refused'],
    ['two\nlines', 'refused'],
    ['bell\u0007', 'refused'],
  ])('reads %j as %j', (text, expected) => {
    const name = readServiceAccountName(text);
    expect(isRefusal(name) ? 'refused' : name).toBe(expected);
  });
});

it('only an administrator may manage service accounts, so that no role can be exceeded', () => {
  const managers = memberRoles.filter((role) => permissionsOf(role).includes('change:members'));
  expect(managers).toEqual(['Partner administrator']);
  for (const role of memberRoles) {
    expect(permissionsOf('Partner administrator')).toEqual(expect.arrayContaining([...permissionsOf(role)]));
  }
});
