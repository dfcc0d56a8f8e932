import { describe, expect, it } from 'vitest';
import { clockSkew, describeSkew, judgeClock } from './clock-skew.ts';

const at = (seconds: number) => new Date(Date.UTC(2026, 0, 1) + seconds * 1_000);

describe('clock skew', () => {
  it.each([
    ['agrees', 0, 0.5, 1, 0],
    ['agrees at the edges of a slow answer', 0, 200, 200, 0],
    ['is ahead', 100, 60, 101, 40],
    ['is behind', 60, 100, 61, -39],
  ])('%s', (_, asked, database, answered, skew) => {
    expect(clockSkew(at(asked), at(database), at(answered))).toBe(skew * 1_000);
  });

  it.each([
    [0, 'ok'],
    [30_000, 'ok'],
    [30_001, 'skewed'],
    [-30_001, 'skewed'],
    [120_000, 'skewed'],
    [120_001, 'wrong'],
    [-7_200_000, 'wrong'],
  ] as const)('of %d ms is %s', (skew, state) => {
    expect(judgeClock(skew)).toBe(state);
  });

  it('is described with its direction', () => {
    expect(describeSkew(7_200_000)).toContain("7200 s ahead of PostgreSQL's");
    expect(describeSkew(-45_000)).toContain("45 s behind PostgreSQL's");
  });
});
