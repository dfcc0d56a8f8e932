import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type LicenceEntitlement, type MappedDimension, planOfLicence } from './licence-plan.ts';

const now = new Date('2026-11-15T09:00:00.000Z');
const nextYear = new Date('2027-11-15T00:00:00.000Z');
const past = new Date('2026-11-15T08:59:59.000Z');

const bought = (
  dimension: string,
  value: LicenceEntitlement['value'] = 1,
  endsAt: Date | null = nextYear,
): LicenceEntitlement => ({ productCode: 'abc', dimension, account: null, licence: null, value, endsAt });

const mapping = (dimension: string, editionRank: number, isPerUser = false): MappedDimension<string> => ({
  dimension,
  editionRank,
  isPerUser,
  plan: `${dimension}-plan`,
});

const mappings = [
  mapping('basic', 10),
  mapping('team', 20, true),
  mapping('crew', 20, true),
  mapping('enterprise', 30),
  mapping('*', 5),
];

describe('the plan of a licence', () => {
  it.each<
    [string, readonly LicenceEntitlement[], string | null, number | null, Date | null, readonly string[]]
  >([
    ['pay as you go', [], '*', null, null, []],
    ['one dimension', [bought('basic')], 'basic', null, nextYear, []],
    [
      'the highest edition',
      [bought('basic'), bought('enterprise'), bought('team', 5)],
      'enterprise',
      null,
      nextYear,
      [],
    ],
    ['seats by value', [bought('team', 25), bought('basic')], 'team', 25, nextYear, []],
    ['seats of a double', [bought('team', 25.7)], 'team', 25, nextYear, []],
    ['no seats of a flag', [bought('team', true)], 'team', null, nextYear, []],
    ['of equal editions the first by name', [bought('team', 5), bought('crew', 7)], 'crew', 7, nextYear, []],
    ['without an end', [bought('basic', 1, null)], 'basic', null, null, []],
    [
      'dimensions that are not mapped',
      [bought('extra'), bought('basic'), bought('addon')],
      'basic',
      null,
      nextYear,
      ['addon', 'extra'],
    ],
    ['none mapped', [bought('extra'), bought('extra')], null, null, null, ['extra']],
    [
      'not bought',
      [bought('enterprise', 0), bought('team', false), bought('basic', true)],
      'basic',
      null,
      nextYear,
      [],
    ],
    ['ended', [bought('enterprise', 1, past), bought('basic')], 'basic', null, nextYear, []],
    ['all ended: not pay as you go', [bought('enterprise', 1, past)], null, null, null, []],
    ['a text value', [bought('basic', null)], 'basic', null, nextYear, []],
  ])('%s', (_, entitlements, dimension, quantity, endsAt, unmapped) => {
    const found = planOfLicence(entitlements, mappings, now);
    expect({ ...found, mapped: found.mapped?.dimension ?? null }).toEqual({
      mapped: dimension,
      quantity,
      endsAt,
      unmapped,
    });
  });

  it('does not depend on the order of AWS', () => {
    const names = fc.constantFrom('basic', 'team', 'crew', 'enterprise', 'extra', 'addon');
    const lists = fc
      .uniqueArray(names)
      .chain((list) => fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })));
    fc.assert(
      fc.property(lists, ([one, other]) => {
        const planOf = (list: readonly string[]) =>
          planOfLicence(
            list.map((name) => bought(name, name.length)),
            mappings,
            now,
          );
        expect(planOf(one)).toEqual(planOf(other));
      }),
    );
  });
});
