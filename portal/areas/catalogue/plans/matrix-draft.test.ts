import { describe, expect, it } from 'vitest';
import type { Plan, Product } from '../queries.ts';
import { countWritten, type MatrixDraft, plansToSave, valueIn, withoutName, write } from './matrix-draft.ts';

const plan = (slug: string, capabilities: Plan['capabilities'], limits: Plan['limits']) =>
  ({ slug, capabilities, limits }) as Plan;
const basic = plan('basic', { search: true, export: false }, { rooms: 5 });
const gold = plan('gold', { search: true }, {});
const product = { plans: [basic, gold] } as unknown as Product;
const nothing: MatrixDraft = {};

describe('edits of the plan matrix', () => {
  it.each<[string, MatrixDraft, object]>([
    ['no edits', nothing, {}],
    [
      'a capability',
      write(nothing, basic, 'capabilities', 'export', true),
      { basic: { capabilities: { search: true, export: true } } },
    ],
    [
      'a capability that the plan does not name',
      write(nothing, gold, 'capabilities', 'export', true),
      { gold: { capabilities: { search: true, export: true } } },
    ],
    [
      'on and off again',
      write(write(nothing, gold, 'capabilities', 'export', true), gold, 'capabilities', 'export', false),
      {},
    ],
    [
      'off and on again',
      write(write(nothing, gold, 'capabilities', 'search', false), gold, 'capabilities', 'search', true),
      {},
    ],
    ['a limit', write(nothing, gold, 'limits', 'rooms', 9), { gold: { limits: { rooms: 9 } } }],
    ['a removed limit', write(nothing, basic, 'limits', 'rooms', null), { basic: { limits: {} } }],
    [
      'a name removed from all plans',
      withoutName(nothing, product, 'capabilities', 'search'),
      { basic: { capabilities: { export: false } }, gold: { capabilities: {} } },
    ],
    ['a plan that was removed meanwhile', { none: { limits: { rooms: 1 } } }, {}],
  ])('change the draft: %s', (_, draft, expected) => {
    expect(plansToSave(product, draft)).toEqual(expected);
  });

  it('are shown and counted', () => {
    const draft = write(write(nothing, basic, 'limits', 'rooms', 7), gold, 'capabilities', 'export', true);
    expect(valueIn(basic, draft, 'limits', 'rooms')).toBe(7);
    expect(valueIn(basic, draft, 'capabilities', 'search')).toBe(true);
    expect(valueIn(gold, draft, 'limits', 'rooms')).toBe(null);
    expect(countWritten(draft)).toEqual({ values: 2, plans: 2 });
    expect(countWritten(write(draft, basic, 'limits', 'rooms', 5))).toEqual({ values: 1, plans: 1 });
  });
});
