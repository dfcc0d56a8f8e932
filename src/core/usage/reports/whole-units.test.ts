import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maxQuantity, type Quantity } from '../../values/quantity.ts';
import type { UsageReport, UsageStatus } from './report.ts';
import { remainderOf, scaleOf, scaleReport } from './whole-units.ts';

const units = (number: number) => Math.round(number * 1_000_000) as Quantity;
const sum = (number: number) => BigInt(Math.round(number * 1_000_000));

describe('a scaled report', () => {
  it.each<[remainder: number, quantity: number, scale: number, sent: number]>([
    [0, 0, 0, 0],
    [0, 5, 0, 5],
    [0, 0.4, 0, 0],
    [0.4, 0.4, 0, 0],
    [0.8, 0.4, 0, 1],
    [0.999999, 0.000001, 0, 1],
    [0.5, 2.5, 0, 3],
    [0.25, 0.74, 0, 0],
    [0, 1_000_000_000, 0, 1_000_000_000],
    [0.999999, 1_000_000_000, 0, 1_000_000_000],
    [0.05, 0.16, 1, 0.2],
    [0, 0.000001, 6, 0.000001],
  ])('after a remainder of %d, %d with %d decimals sends %d', (remainder, quantity, scale, sent) => {
    expect(scaleReport(sum(remainder), units(quantity), scale)).toBe(units(sent));
  });

  const reports = fc.array(
    fc.tuple(
      fc.integer({ min: 0, max: maxQuantity }),
      fc.constantFrom<UsageStatus>('Accepted', 'Rejected', 'Expired'),
    ),
    { maxLength: 50 },
  );

  it('the accepted ones add up to the rounded-down sum of their quantities, after every report', () => {
    fc.assert(
      fc.property(reports, fc.integer({ min: 0, max: 6 }), (all, scale) => {
        const step = 10n ** BigInt(6 - scale);
        let remainder = 0n;
        const told = { exact: 0n, sent: 0n };
        for (const [count, status] of all) {
          const quantity = count as Quantity;
          const sentQuantity = scaleReport(remainder, quantity, scale);
          remainder += remainderOf({ quantity, sentQuantity, status } as UsageReport) ?? 0n;
          if (status === 'Accepted') {
            told.exact += BigInt(quantity);
            told.sent += BigInt(sentQuantity);
          }
          expect(told.sent).toBe((told.exact / step) * step);
          expect(remainder).toBe(told.exact % step);
          expect(sentQuantity).toBeLessThanOrEqual(maxQuantity);
        }
      }),
    );
  });

  it('leaves nothing while it is undecided', () => {
    const report = { quantity: units(1.5), sentQuantity: units(1) };
    expect(remainderOf({ ...report, status: 'Pending' } as UsageReport)).toBeNull();
    expect(remainderOf({ ...report, status: 'QuantityMismatch' } as UsageReport)).toBe(sum(0.5));
  });
});

describe('the scale of a marketplace', () => {
  it('is null where every quantity is sent as it is', () => {
    expect([scaleOf({}), scaleOf({ kind: 'Microsoft' }), scaleOf({ kind: 'Aws' })]).toEqual([null, null, 0]);
  });
});
