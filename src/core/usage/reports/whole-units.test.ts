import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maxQuantity, type Quantity } from '../../values/quantity.ts';
import { scaleReport } from './whole-units.ts';

const units = (number: number) => Math.round(number * 1_000_000) as Quantity;
const sum = (number: number) => BigInt(Math.round(number * 1_000_000));

describe('a scaled report', () => {
  it.each<[before: number, quantity: number, scale: number, sent: number]>([
    [0, 0, 0, 0],
    [0, 5, 0, 5],
    [0, 0.4, 0, 0],
    [0.4, 0.4, 0, 0],
    [0.8, 0.4, 0, 1],
    [0.999999, 0.000001, 0, 1],
    [1.5, 2.5, 0, 3],
    [7.25, 0.75, 0, 1],
    [7.25, 0.74, 0, 0],
    [0, 1_000_000_000, 0, 1_000_000_000],
    [0.5, 999_999_999.5, 0, 1_000_000_000],
    [0.05, 0.16, 1, 0.2],
    [0.8, 0.4, 6, 0.4],
    [0, 0.000001, 6, 0.000001],
  ])('after %d, %d with %d decimals sends %d', (before, quantity, scale, sent) => {
    expect(scaleReport(sum(before), units(quantity), scale)).toEqual({
      sent: units(sent),
      total: sum(before) + BigInt(units(quantity)),
    });
  });

  const quantities = fc.array(fc.integer({ min: 0, max: maxQuantity }), { maxLength: 50 });

  it('the sent quantities add up to the rounded-down sum of the reports, after every report', () => {
    fc.assert(
      fc.property(quantities, fc.integer({ min: 0, max: 6 }), (reported, scale) => {
        const step = 10n ** BigInt(6 - scale);
        let total = 0n;
        let sent = 0n;
        for (const quantity of reported) {
          const scaled = scaleReport(total, quantity as Quantity, scale);
          total = scaled.total;
          sent += BigInt(scaled.sent);
          expect(sent).toBe((total / step) * step);
          expect(scaled.sent % Number(step)).toBe(0);
          expect(scaled.sent).toBeGreaterThanOrEqual(0);
          expect(scaled.sent).toBeLessThanOrEqual(maxQuantity);
        }
        expect(total).toBe(reported.reduce((all, quantity) => all + BigInt(quantity), 0n));
      }),
    );
  });
});
