import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tokenTimes } from './token-times.ts';

const seconds = (text: string) => Date.parse(text) / 1_000;

describe('the times of a token', () => {
  it.each<[hours: number, spread: number, now: string, issued: string, refresh: string, expires: string]>([
    [
      2,
      0,
      '2026-01-01T10:00:00.000Z',
      '2026-01-01T10:00:00Z',
      '2026-01-01T11:00:00Z',
      '2026-01-01T12:00:00Z',
    ],
    [
      2,
      0,
      '2026-01-01T10:59:59.999Z',
      '2026-01-01T10:00:00Z',
      '2026-01-01T11:00:00Z',
      '2026-01-01T12:00:00Z',
    ],
    [
      2,
      0.5,
      '2026-01-01T10:29:59.999Z',
      '2026-01-01T09:30:00Z',
      '2026-01-01T10:30:00Z',
      '2026-01-01T11:30:00Z',
    ],
    [
      2,
      0.5,
      '2026-01-01T10:30:00.000Z',
      '2026-01-01T10:30:00Z',
      '2026-01-01T11:30:00Z',
      '2026-01-01T12:30:00Z',
    ],
    [
      1,
      0,
      '2026-01-01T10:31:00.000Z',
      '2026-01-01T10:30:00Z',
      '2026-01-01T11:00:00Z',
      '2026-01-01T11:30:00Z',
    ],
  ])('%i hours, spread %f, at %s', (hours, spread, now, issued, refresh, expires) => {
    expect(tokenTimes(hours, spread, new Date(now))).toEqual({
      issuedAt: seconds(issued),
      refreshAfter: seconds(refresh),
      expiresAt: seconds(expires),
    });
  });

  it('are whole seconds, begin at or before now, and leave at least half a life', () => {
    const anyNow = fc.date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true });
    const anySpread = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 720 }), anySpread, anyNow, (hours, spread, now) => {
        const { issuedAt, refreshAfter, expiresAt } = tokenTimes(hours, spread, now);
        expect([issuedAt, refreshAfter, expiresAt].every(Number.isInteger)).toBe(true);
        const at = now.getTime() / 1_000;
        expect(issuedAt).toBeLessThanOrEqual(at);
        expect(refreshAfter).toBeGreaterThan(at);
        expect(expiresAt - issuedAt).toBe(hours * 3_600);
        expect(refreshAfter - issuedAt).toBe(hours * 1_800);
        // Every instant of the step has the same times, and the next step begins where it ends.
        expect(tokenTimes(hours, spread, new Date(issuedAt * 1_000))).toEqual({
          issuedAt,
          refreshAfter,
          expiresAt,
        });
        expect(tokenTimes(hours, spread, new Date(refreshAfter * 1_000)).issuedAt).toBe(refreshAfter);
      }),
    );
  });
});
