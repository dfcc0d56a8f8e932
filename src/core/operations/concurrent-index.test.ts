import { describe, expect, it } from 'vitest';
import { concurrentIndexIn } from './concurrent-index.ts';

describe('a migration without a transaction', () => {
  it('is a single create index concurrently', () => {
    const text =
      '-- no-transaction: the table is large\n-- Finds plans.\ncreate unique index concurrently\n  if not exists Plans_by_name on plans (name) where name is not null;\n';
    expect(concurrentIndexIn(text)).toBe('plans_by_name');
    expect(concurrentIndexIn(text.replace('-- no-transaction', '-- transaction'))).toBeUndefined();
  });

  it.each([
    'create index concurrently a on plans (name)',
    'create index if not exists a on plans (name)',
    'create index concurrently if not exists a on plans (name); select 1',
    'update plans set name = $$$$',
  ])('is refused when it is %s', (text) => {
    expect(() => concurrentIndexIn(`-- no-transaction\n${text}`)).toThrow(
      'create index concurrently if not exists',
    );
  });
});
