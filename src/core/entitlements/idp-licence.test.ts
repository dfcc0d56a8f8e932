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
    ['a payment’s period of grace', [row('team', 'warning')], 'warning'],
    ['a suspended one', [row('team', 'suspended')], 'suspended'],
    ['one taken away', [row('team', 'inactive')], 'inactive'],
    ['a state from the future', [row('team', 'unknownFutureValue')], 'unknown'],
    [
      'a state from the future beside one that is over',
      [row('team', 'paused'), row('team', 'inactive')],
      'inactive',
    ],
    ['another spelling is another plan', [row('Team', 'active')], null],
  ])('%s', (_case, rights, expected) => {
    expect(bestState(rights, 'team')).toBe(expected);
  });

  it('does not care for the order of the rows, and more rows of the plan never make it worse', () => {
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
] as const)('%s can be used: %s', (state, expected) => {
  expect(isUsable(state)).toBe(expected);
});
