import { describe, expect, it } from 'vitest';
import { readFilter } from './filter.ts';

const rows = [
  { catalogId: 'x', serviceIdentifier: 'plan', state: 'active' },
  { catalogId: 'x', serviceIdentifier: 'plan', state: 'inactive' },
  { catalogId: 'x', serviceIdentifier: `it's and (odd)`, state: 'warning' },
];

describe('a filter', () => {
  it.each([
    [`state eq 'active'`, [0]],
    [`state eq 'ACTIVE'`, []],
    [`serviceIdentifier eq 'plan'`, [0, 1]],
    [`state in ('active','warning')`, [0, 2]],
    [`state in ( 'active' , 'inactive' ) and serviceIdentifier in ('plan')`, [0, 1]],
    [`serviceIdentifier eq 'plan' and state eq 'inactive'`, [1]],
    [`serviceIdentifier eq 'it''s and (odd)'`, [2]],
    [`  state   eq 'warning'  `, [2]],
  ])('%s', (text, expected) => {
    const filter = readFilter(text);
    expect(rows.flatMap((row, index) => (filter?.(row) ? [index] : []))).toEqual(expected);
  });

  it.each([
    [''],
    ['state'],
    ['state eq active'],
    [`state ne 'active'`],
    [`state eq 'active' or state eq 'warning'`],
    [`state eq 'active' and`],
    [`state eq 'active' and catalogId eq 'x'`],
    [`state in ()`],
    [`state in ('active'`],
    [`state eq 'active' andstate eq 'active'`],
    [`not state eq 'active'`],
  ])('%s is not understood', (text) => {
    expect(readFilter(text)).toBeUndefined();
  });
});
