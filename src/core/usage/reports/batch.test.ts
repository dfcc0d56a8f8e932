import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isRefusal, type Refusal, refuse } from '../../refusal.ts';
import { type Quantity, quantityToNumber } from '../../values/quantity.ts';
import { foldBatch, usageKeyText } from './batch.ts';
import { type Submission, submit, type UsageReport } from './report.ts';

const hour = new Date('2026-11-15T09:00:00.000Z');
const now = new Date('2026-11-15T10:10:00.000Z');
const units = (count: number) => (count * 1_000_000) as Quantity;

let made = 0;
const record = (count: number, dimension = 'calls'): Submission => {
  made += 1;
  const key = { subscriptionId: 'subscription', dimension, hour };
  return { reportId: `${dimension}-${made}`, ...key, quantity: units(count), holdMinutes: 15 };
};

/** The stored report after a first record, and after a worker has leased it. */
const unsent = (count: number): UsageReport => {
  const submitted = submit(null, { ...record(count), reportId: 'stored' }, now);
  if (isRefusal(submitted)) throw new Error(submitted.detail);
  return submitted.report;
};
const sent = (count: number): UsageReport => ({ ...unsent(count), attempts: 1 });
const knowing = (...reports: UsageReport[]) => new Map(reports.map((one) => [usageKeyText(one), one]));

describe('foldBatch', () => {
  const other = refuse('metering.subscription_not_found');
  it.each<[string, UsageReport[], (Submission | Refusal)[], string[], string[]]>([
    ['one', [], [record(5)], ['Recorded 5 Pending'], ['nothing to 5']],
    ['nothing used', [], [record(0)], ['Recorded 0 Skipped'], ['nothing to 0']],
    [
      'two for one hour',
      [],
      [record(5), record(7)],
      ['Recorded 5 Pending', 'Replaced 7 Pending'],
      ['nothing to 7'],
    ],
    [
      'the same twice',
      [],
      [record(5), record(5)],
      ['Recorded 5 Pending', 'Unchanged 5 Pending'],
      ['nothing to 5'],
    ],
    [
      'to and fro',
      [],
      [record(5), record(0), record(7), record(7)],
      ['Recorded 5 Pending', 'Replaced 0 Skipped', 'Replaced 7 Pending', 'Unchanged 7 Pending'],
      ['nothing to 7'],
    ],
    [
      'two dimensions',
      [],
      [record(5), record(6, 'jobs'), record(7)],
      ['Recorded 5 Pending', 'Recorded 6 Pending', 'Replaced 7 Pending'],
      ['nothing to 7', 'nothing to 6'],
    ],
    ['known, another', [unsent(5)], [record(7)], ['Replaced 7 Pending'], ['5 to 7']],
    ['known, the same', [unsent(5)], [record(5)], ['Unchanged 5 Pending'], []],
    [
      'known, away and back',
      [unsent(5)],
      [record(7), record(5)],
      ['Replaced 7 Pending', 'Replaced 5 Pending'],
      [],
    ],
    [
      'sent already',
      [sent(5)],
      [record(7), record(5), record(0)],
      ['metering.window_already_reported', 'Unchanged 5 Pending', 'metering.window_already_reported'],
      [],
    ],
    [
      'refused ones do not undo the others',
      [],
      [other, record(5), other, record(7)],
      [
        'metering.subscription_not_found',
        'Recorded 5 Pending',
        'metering.subscription_not_found',
        'Replaced 7 Pending',
      ],
      ['nothing to 7'],
    ],
  ])('folds %s', (_case, stored, records, outcomes, writes) => {
    const { answer, writes: written } = foldBatch(knowing(...stored), records, now);
    expect(answer.results.map(({ index }) => index)).toEqual(records.map((_, index) => index));
    expect(
      answer.results.map(
        ({ outcome, quantity, status, error }) => error?.code ?? `${outcome} ${quantity} ${status}`,
      ),
    ).toEqual(outcomes);
    expect(
      written.map(({ before, after }) => {
        return `${before ? quantityToNumber(before.quantity) : 'nothing'} to ${quantityToNumber(after.quantity)}`;
      }),
    ).toEqual(writes);
    const refused = outcomes.filter((outcome) => outcome.startsWith('metering.')).length;
    expect([answer.recorded, answer.refused]).toEqual([records.length - refused, refused]);
  });

  it('lists outcomes as the reference does', () => {
    const { answer } = foldBatch(
      knowing(sent(5)),
      [{ ...record(0.5, 'jobs'), reportId: 'new' }, record(7)],
      now,
    );
    expect(answer).toEqual({
      recorded: 1,
      refused: 1,
      results: [
        {
          index: 0,
          outcome: 'Recorded',
          reportId: 'new',
          subscriptionId: 'subscription',
          status: 'Pending',
          dimension: 'jobs',
          quantity: 0.5,
          usageStartAt: '2026-11-15T09:00:00.000Z',
          usageEndAt: '2026-11-15T10:00:00.000Z',
          error: null,
        },
        {
          index: 1,
          outcome: 'Refused',
          reportId: null,
          subscriptionId: null,
          status: null,
          dimension: null,
          quantity: null,
          usageStartAt: null,
          usageEndAt: null,
          error: {
            code: 'metering.window_already_reported',
            status: 409,
            args: { reportId: 'stored', reportedQuantity: 5 },
          },
        },
      ],
    });
  });

  it('equals one request per record', () => {
    const anyRecords = fc.array(
      fc.record({ count: fc.nat({ max: 3 }), dimension: fc.constantFrom('calls', 'jobs') }),
      { maxLength: 20 },
    );
    const anyStored = fc.constantFrom<UsageReport[][]>([], [unsent(0)], [unsent(2)], [sent(2)]);
    fc.assert(
      fc.property(anyStored, anyRecords, (stored, given) => {
        const records = given.map(({ count, dimension }) => record(count, dimension));
        const batch = foldBatch(knowing(...stored), records, now);

        const singly = knowing(...stored);
        const results = records.map((one) => {
          const { answer, writes } = foldBatch(singly, [one], now);
          for (const { after } of writes) singly.set(usageKeyText(after), after);
          return answer.results[0];
        });
        expect(batch.answer.results).toEqual(results.map((result, index) => ({ ...result, index })));

        const atOnce = knowing(...stored);
        for (const { before, after } of batch.writes) {
          expect(atOnce.get(usageKeyText(after)) ?? null).toBe(before);
          atOnce.set(usageKeyText(after), after);
        }
        expect([...atOnce.values()].sort(byDimension)).toEqual([...singly.values()].sort(byDimension));
      }),
    );
  });
});

function byDimension(a: UsageReport, b: UsageReport): number {
  return a.dimension < b.dimension ? -1 : 1;
}

it('usageKeyText distinguishes subscriptions, dimensions and hours', () => {
  const key = { subscriptionId: 's', dimension: 'd', hour };
  const later = new Date(hour.getTime() + 3_600_000);
  const texts = [key, { ...key, hour: later }, { ...key, dimension: 'd d' }, { ...key, subscriptionId: 't' }];
  expect(new Set(texts.map(usageKeyText)).size).toBe(4);
  expect(usageKeyText({ ...key, hour: new Date(hour) })).toBe(usageKeyText(key));
});
