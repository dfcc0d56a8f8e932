import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { BatchResponse, UsageEvent } from '../../core/usage/ports.ts';
import type { Quantity } from '../../core/values/quantity.ts';
import type { StoredReport } from '../../storage/usage/reports.ts';
import { batchesOf, sendBatches, sendUsage } from './send.ts';

const hour = new Date('2026-11-15T09:00:00.000Z');

const reportNumber = (index: number): StoredReport => ({
  workspaceId: 'workspace',
  sourceName: 'Shop',
  marketplaceSubscriptionId: String(index),
  origin: 'Records',
  reportedAs: null,
  marketplacePlanId: 'basic',
  report: {
    reportId: String(index),
    subscriptionId: String(index),
    dimension: 'posts',
    hour,
    quantity: 1_500_000 as Quantity,
    status: 'Pending',
    firstRecordedAt: hour,
    dueAt: hour,
    attempts: 1,
    leasedUntil: hour,
    reason: null,
    decidedAt: null,
  },
});

it('makes batches of at most 25 reports, each of one product, in order', () => {
  const anyProducts = fc.array(fc.constantFrom(undefined, 'planner', 'desk'), { maxLength: 120 });
  fc.assert(
    fc.property(anyProducts, (products) => {
      const reports = products.map((productCode, index) => ({ index, ...(productCode && { productCode }) }));
      const batches = batchesOf(reports);
      expect(batches.flat().toSorted((a, b) => a.index - b.index)).toEqual(reports);
      for (const batch of batches) {
        expect(batch.length).toBeLessThanOrEqual(25);
        expect(new Set(batch.map(({ productCode }) => productCode)).size).toBe(1);
        expect(batch).toEqual(batch.toSorted((a, b) => a.index - b.index));
      }
      const counts = [undefined, 'planner', 'desk'].map(
        (name) => products.filter((one) => one === name).length,
      );
      expect(batches).toHaveLength(counts.reduce((sum, count) => sum + Math.ceil(count / 25), 0));
    }),
  );
});

it('settles every report of a batch once, rejects only the refused ones, and stops at a failure', async () => {
  const anyBatch = fc.record({
    count: fc.integer({ min: 1, max: 25 }),
    spoilt: fc.uniqueArray(fc.nat({ max: 24 }), { maxLength: 6 }),
    /** From this request on there are no responses. */
    failureAt: fc.oneof(fc.constant(null), fc.integer({ min: 1, max: 12 })),
  });
  await fc.assert(
    fc.asyncProperty(anyBatch, async ({ count, spoilt, failureAt }) => {
      const isSpoilt = ({ resourceId }: UsageEvent) => spoilt.includes(Number(resourceId));
      const accepted: string[] = [];
      let calls = 0;
      const send = async (events: readonly UsageEvent[]): Promise<BatchResponse> => {
        calls += 1;
        if (calls === failureAt) {
          return { outcome: 'undecided', reason: 'Away.', retryAfterSeconds: 7, isConfiguration: false };
        }
        if (events.some(isSpoilt)) return { outcome: 'refused', status: 'BadArgument', reason: 'No.' };
        accepted.push(...events.map(({ resourceId }) => resourceId));
        return {
          outcome: 'answered',
          items: events.map(() => ({ outcome: 'accepted', usageEventId: null })),
        };
      };
      const reports = Array.from({ length: count }, (_, index) => reportNumber(index));
      const { results, failure } = await sendUsage(reports, send);

      expect(results.map(({ sent }) => sent)).toEqual(reports);
      const kinds = results.map(({ outcome }) => outcome.kind);
      expect(kinds.flatMap((kind, index) => (kind === 'accepted' ? [String(index)] : []))).toEqual(accepted);
      const hasFailed = failureAt !== null && calls >= failureAt;
      expect(failure !== null).toBe(hasFailed);
      if (hasFailed) expect(calls).toBe(failureAt);
      expect(kinds.includes('undecided')).toBe(hasFailed);
      for (const [index, { outcome }] of results.entries()) {
        if (outcome.kind === 'rejected') expect(spoilt).toContain(index);
        if (outcome.kind === 'undecided') expect(outcome.retryAfterMilliseconds).toBe(7_000);
      }
    }),
  );
});

it('sends batches concurrently, and none after a failure; all are settled', async () => {
  const batches = Array.from({ length: 20 }, (_, index) => [reportNumber(index)]);
  let calls = 0;
  const sent = await sendBatches(batches, async (events): Promise<BatchResponse> => {
    calls += 1;
    if (events[0]?.resourceId === '3') {
      return { outcome: 'undecided', reason: 'Away.', retryAfterSeconds: 7, isConfiguration: false };
    }
    return { outcome: 'answered', items: [{ outcome: 'accepted', usageEventId: null }] };
  });
  expect(calls).toBeLessThan(20);
  const settled = sent.flatMap(({ results }) => results);
  expect(settled.map((one) => Number(one.sent.report.reportId)).sort((a, b) => a - b)).toEqual(
    batches.map((_, index) => index),
  );
  const accepted = settled.filter(({ outcome }) => outcome.kind === 'accepted');
  expect(accepted).toHaveLength(calls - 1);
});

it('tells the marketplace’s adapter which reports may have arrived before', async () => {
  const sent: UsageEvent[] = [];
  const first = reportNumber(1);
  const again = { ...reportNumber(2), report: { ...first.report, attempts: 2 } };
  const { results } = await sendUsage([first, again], async (events) => {
    sent.push(...events);
    const items = events.map(({ isRepeated }) => ({
      outcome: 'duplicate' as const,
      acceptedQuantity: isRepeated ? '1.5' : 'another',
    }));
    return { outcome: 'answered', items };
  });
  expect(sent.map(({ isRepeated }) => isRepeated)).toEqual([undefined, true]);
  expect(results.map(({ outcome }) => outcome)).toEqual([
    { kind: 'duplicate', acceptedQuantity: 'another' },
    { kind: 'duplicate', acceptedQuantity: 1.5 },
  ]);
});
