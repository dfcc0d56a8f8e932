import { describe, expect, it } from 'vitest';
import { leaseDigest, newDigest, type SupportDigest, settleDigest } from './digest-sending.ts';

const now = new Date('2026-11-15T09:00:00.000Z');
const after = (minutes: number) => new Date(now.getTime() + minutes * 60_000);
const made = newDigest('d1', ['a@x.example', 'b@x.example'], now);

function leased(digest: SupportDigest = made, at = now): SupportDigest {
  const taken = leaseDigest(digest, at);
  if (!taken) throw new Error('It is not to be had');
  return taken;
}

describe('leaseDigest', () => {
  it.each([
    ['a new one', made, now, true],
    ['one that is not due', { ...made, dueAt: after(1) }, now, false],
    ['one that another sender has', leased(), after(1), false],
    ['one whose sender has died', leased(), after(2), true],
    ['one that has ended', { ...made, endedAt: now }, now, false],
  ])('leases or skips %s', (_case, digest, at, isToBeHad) => {
    expect(leaseDigest(digest, at) !== null).toBe(isToBeHad);
  });
});

describe('settleDigest', () => {
  const [a, b] = ['a@x.example', 'b@x.example'];
  const away = { taken: [], refused: [], failure: 'The mail server is away.' };
  it.each([
    ['all have it', { taken: [a, b], refused: [], failure: null }, [], true, true],
    ['one has refused it', { taken: [a], refused: [b], failure: 'no' }, [], true, true],
    ['all have refused it', { taken: [], refused: [a, b], failure: 'no' }, [], false, true],
    ['one may have it later', { taken: [a], refused: [], failure: 'later' }, [b], true, false],
    ['nobody was reached', away, [a, b], false, false],
  ])('settles when %s', (_case, answer, recipients, isTaken, isEnded) => {
    const settled = settleDigest(leased(), 1, answer, now, 0);
    expect(settled?.recipients).toEqual(recipients);
    expect([settled?.takenAt !== null, settled?.endedAt !== null]).toEqual([isTaken, isEnded]);
    expect(settled?.leasedUntil).toBeNull();
  });

  it('retries with a back-off of up to an hour', () => {
    let digest = made;
    const pauses: number[] = [];
    for (let time = 1; time <= 9; time++) {
      const at = digest.dueAt;
      digest = settleDigest(leased(digest, at), time, away, at, 0.999) ?? digest;
      pauses.push(Math.round((digest.dueAt.getTime() - at.getTime()) / 60_000));
    }
    expect(pauses).toEqual([0, 1, 2, 4, 8, 16, 32, 60, 60]);
  });

  it('gives up after five days', () => {
    const day = 24 * 60;
    const late = leased(made, after(5 * day));
    expect(settleDigest(late, 1, away, after(5 * day), 0)?.endedAt).toEqual(after(5 * day));
    expect(settleDigest(late, 1, away, after(5 * day - 1), 0)?.endedAt).toBeNull();
  });

  it('is ignored after another sender has leased or settled it', () => {
    const second = leased(leased(), after(3));
    expect(settleDigest(second, 1, away, after(3), 0)).toBeNull();
    const settled = settleDigest(second, 2, away, after(3), 0);
    expect(settled && settleDigest(settled, 2, away, after(3), 0)).toBeNull();
  });
});
