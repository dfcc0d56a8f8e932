import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '../../../tests/support/any-character.ts';
import { noticeDeadline, noticeKinds, noticeTable, noticeTexts, oneLine } from './notice-texts.ts';

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
      headline: 'Contoso: 12.5 of rows-moved rejected',
      text: 'aqueduct, hour from 2026-11-15 09:00 UTC. InvalidDimension',
      whatToDo: noticeTable.UsageRejected.whatToDo,
    });
  });

  it.each([
    ['a missing fact', {}, '(not known): '],
    ['an empty fact', { customer: '' }, '(not known): '],
    ['a fact with a line break', { customer: 'A\r\nBcc: b\u2028c\u0000d' }, 'A Bcc: b c d: '],
    ['a fact that looks like a placeholder', { customer: '{dimension}' }, '{dimension}: '],
    ['a very long fact', { customer: 'x'.repeat(10_000) }, `${'x'.repeat(299)}…: `],
    ['a time that does not exist', { customer: '2026-99-99T99:99:99Z' }, '2026-99-99 99:99 UTC: '],
  ])('accepts as a fact %s', (_case, given, words) => {
    expect(noticeTexts({ kind: 'UsageRejected', facts: given }).headline.startsWith(words)).toBe(true);
  });

  it('prefers names to ids', () => {
    const named = { ...facts, productName: 'Aqueduct', dimensionName: 'Rows moved' };
    const { headline, text } = noticeTexts({ kind: 'UsageRejected', facts: named });
    expect([headline, text.split(',')[0]]).toEqual(['Contoso: 12.5 of Rows moved rejected', 'Aqueduct']);
  });

  it('has at most three sentences in a text, and no bracketed ids', () => {
    for (const kind of noticeKinds) {
      expect(noticeTable[kind].text.split(/\. /).length).toBeLessThanOrEqual(3);
      expect(noticeTable[kind].text).not.toMatch(/SubscriptionId|operationId/);
    }
  });

  it.each([
    [
      'UsageRejected',
      { expiresAt: '2026-11-16T09:00:00.000Z' },
      'Report again until 2026-11-16T09:00:00.000Z',
    ],
    ['UsageRejected', {}, null],
    ['UsageRejected', { expiresAt: 'soon' }, null],
    [
      'MarketplaceSecretEnding',
      { endsAt: '2026-11-16T09:00:00.000Z' },
      'Replace it until 2026-11-16T09:00:00.000Z',
    ],
    ['UsageExpired', { expiresAt: '2026-11-16T09:00:00.000Z' }, null],
  ] as const)('the deadline of %s with %j: %s', (kind, given, expected) => {
    const deadline = noticeDeadline({ kind, facts: given });
    expect(deadline && `${deadline.words} ${deadline.at.toISOString()}`).toBe(expected);
  });

  it.each([
    [{ keyId: 'k1', key: '“Nightly” (k1)' }, 'key “Nightly” (k1) expires'],
    [{ keyId: 'k1' }, 'key k1 expires'],
    [{}, 'key (not known) expires'],
  ])('names a key by its name, or else by its id: %j', (given, words) => {
    expect(noticeTexts({ kind: 'ServiceAccountKeyEnding', facts: given }).headline).toContain(words);
  });

  it('has a text for every kind', () => {
    for (const kind of noticeKinds) {
      const { title, whatToDo } = noticeTexts({ kind, facts });
      expect([title.length, whatToDo.length].every((length) => length > 10)).toBe(true);
    }
  });

  it('removes line breaks from facts', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, maxLength: 500 }), (text) => {
        expect(oneLine(text)).not.toMatch(/[\r\n\u2028\u2029]|\p{Cc}/u);
        expect(oneLine(text).length).toBeLessThanOrEqual(300);
      }),
    );
  });
});
