import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bestState, isUsable, type UsageRight, usageRightStates } from './idp-licence.ts';

const row = (serviceIdentifier: string, state: string): UsageRight => ({ serviceIdentifier, state });

describe('bestState', () => {
  it.each<[string, UsageRight[], string | null]>([
    ['no rows', [], null],
    ['rows of other plans', [row('basic', 'active'), row('contoso.forum.basic', 'active')], null],
    ['an exact row', [row('team', 'active')], 'active'],
    ['a row that has it as its last part', [row('contoso.forum.team', 'active')], 'active'],
    ['a row that has it as its end, not as a part', [row('steam', 'active')], null],
    ['a row that has it in the middle', [row('contoso.team.basic', 'active')], null],
    ['a row that has it as its first part', [row('team.basic', 'active')], null],
    [
      'an exact row counts before a longer one',
      [row('team', 'inactive'), row('contoso.other.team', 'active')],
      'inactive',
    ],
    ['an old row beside the present one', [row('team', 'inactive'), row('team', 'active')], 'active'],
    ['the other way round', [row('team', 'active'), row('team', 'inactive')], 'active'],
    ['longer rows, the best of them', [row('a.b.team', 'suspended'), row('a.c.team', 'warning')], 'warning'],
    ['a grace period', [row('team', 'warning')], 'warning'],
    ['a suspended state', [row('team', 'suspended')], 'suspended'],
    ['a revoked state', [row('team', 'inactive')], 'inactive'],
    ['an unknown state', [row('team', 'unknownFutureValue')], 'unknown'],
    ['an unknown state beside an ended one', [row('team', 'paused'), row('team', 'inactive')], 'inactive'],
    ['another spelling is another plan', [row('Team', 'active')], null],
  ])('is chosen from %s', (_case, rights, expected) => {
    expect(bestState(rights, 'team')).toBe(expected);
  });

  it('ignores the order of the rows, and further rows of the plan never worsen it', () => {
    const anyRow = fc.record({
      serviceIdentifier: fc.constantFrom('team', 'other'),
      state: fc.constantFrom(...usageRightStates),
    });
    const placeOf = (rights: readonly UsageRight[]) => {
      const state = bestState(rights, 'team');
      return state === null ? usageRightStates.length : usageRightStates.indexOf(state);
    };
    fc.assert(
      fc.property(fc.array(anyRow), anyRow, (rights, another) => {
        expect(placeOf([...rights].reverse())).toBe(placeOf(rights));
        expect(placeOf([...rights, another])).toBeLessThanOrEqual(placeOf(rights));
      }),
    );
  });
});

it.each([
  ['active', true],
  ['warning', true],
  ['suspended', false],
  ['inactive', false],
  ['unknown', false],
  [null, false],
] as const)('a licence in the state %s is usable: %s', (state, expected) => {
  expect(isUsable(state)).toBe(expected);
});
