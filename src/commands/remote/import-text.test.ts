import { expect, it } from 'vitest';
import { type ImportedRow, importText } from './import-text.ts';

const item = (rest: Partial<ImportedRow>): ImportedRow => ({
  id: 'f0000000-0000-4000-8000-000000000001',
  outcome: 'Refused',
  reason: 'The marketplace does not know it.',
  plan: null,
  contact: null,
  ...rest,
});
const report = { changes: [], notes: [], subscriptions: [], notExported: 0 };

it('the report of an import counts by outcome, and lists the first 20 refused subscriptions', () => {
  const waiting = { outcome: 'AwaitsPublishing', reason: null } as const;
  const subscriptions = [
    ...Array.from({ length: 23 }, () => item({})),
    item({ ...waiting, plan: { product: 'forum', plan: 'gold' } }),
    item({ ...waiting, plan: { product: 'forum', plan: 'basic' } }),
    item({ outcome: 'Added', reason: null }),
  ];
  const lines = importText({ ...report, subscriptions, notExported: 2 }, true).split('\n');
  expect(lines.slice(0, 5)).toEqual([
    'Catalogue: nothing to add.',
    'Subscriptions: 26 in the export.',
    '       1 added',
    '       2 of draft plans, to add when those are published: forum/basic, forum/gold',
    '      23 refused',
  ]);
  expect(lines).toHaveLength(5 + 20 + 2);
  expect(lines.at(-2)).toBe('  and 3 more; --json lists all.');
  expect(lines.at(-1)).toMatch(/^2 more are live/);
});

it('the report of an import has no control characters of an export', () => {
  const subscriptions = [item({ contact: '\u001b[31m=cmd|x\r\n' })];
  const notes = [{ offerId: 'forum\u0007', planId: null, note: 'x' }];
  const text = importText({ ...report, subscriptions, notes }, true);
  expect(text.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
  expect(text).toContain('[31m=cmd|x');
});
