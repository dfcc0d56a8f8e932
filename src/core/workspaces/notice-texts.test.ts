import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { noticeKinds, noticeTable, noticeTexts, oneLine } from './notice-texts.ts';

const facts = {
  quantity: 12.5,
  dimension: 'rows-moved',
  hour: '2026-11-15T09:00:00.000Z',
  customer: 'Contoso',
  product: 'aqueduct',
  marketplaceSubscriptionId: 'f1',
  reason: 'InvalidDimension',
};

describe('noticeTexts', () => {
  it('fills in the facts and names the remedy', () => {
    expect(noticeTexts({ kind: 'UsageRejected', facts })).toEqual({
      title: 'Usage rejected by the marketplace',
      text:
        '12.5 of rows-moved in the hour from 2026-11-15 09:00 UTC for Contoso, aqueduct (marketplace ' +
        'subscription f1): InvalidDimension',
      whatToDo: noticeTable.UsageRejected.whatToDo,
    });
  });

  it.each([
    ['a missing fact', {}, 'for (not known), '],
    ['an empty fact', { customer: '' }, 'for (not known), '],
    ['a fact with a line break', { customer: 'A\r\nBcc: b\u2028c\u0000d' }, 'for A Bcc: b c d, '],
    ['a fact that looks like a placeholder', { customer: '{dimension}' }, 'for {dimension}, '],
    ['a very long fact', { customer: 'x'.repeat(10_000) }, `for ${'x'.repeat(299)}…, `],
  ])('accepts as a fact %s', (_case, given, words) => {
    expect(noticeTexts({ kind: 'UsageRejected', facts: given }).text).toContain(words);
  });

  it.each([
    [{ keyId: 'k1', key: '“Nightly” (k1)' }, 'The key “Nightly” (k1) of'],
    [{ keyId: 'k1' }, 'The key k1 of'],
    [{}, 'The key (not known) of'],
  ])('names a key by its name, or else by its id: %j', (given, words) => {
    expect(noticeTexts({ kind: 'ServiceAccountKeyEnding', facts: given }).text).toContain(words);
  });

  it('has a text for every kind', () => {
    for (const kind of noticeKinds) {
      const { title, whatToDo } = noticeTexts({ kind, facts });
      expect([title.length, whatToDo.length].every((length) => length > 10)).toBe(true);
    }
  });

  it('removes line breaks from facts', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 500 }), (text) => {
        expect(oneLine(text)).not.toMatch(/[\r\n\u2028\u2029]|\p{Cc}/u);
        expect(oneLine(text).length).toBeLessThanOrEqual(300);
      }),
    );
  });
});
