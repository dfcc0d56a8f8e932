import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type BatchLease,
  isCurrentLease,
  isLeased,
  type Leasable,
  type LeasedWork,
  leaseTerms,
  take,
  underLease,
} from './lease.ts';
import { mayRelease, settle, takeAgain } from './lease-model.fixture.ts';

const at = (seconds: number) => new Date(Date.UTC(2026, 10, 15) + seconds * 1_000);
const now = at(0);
const free: Leasable = { dueAt: now, attempts: 0, leasedUntil: null };
const leased: Leasable = { dueAt: now, attempts: 3, leasedUntil: at(10) };

describe('a lease', () => {
  it.each<[LeasedWork, number]>([
    ['usageReport', 120],
    ['webhookDelivery', 30],
    ['notification', 120],
    ['mail', 120],
    ['subscriptionComparison', 600],
    ['usageComparison', 900],
  ])('of a %s lasts %i seconds', (work, seconds) => {
    expect(take(free, leaseTerms(work, now))).toEqual({ ...free, attempts: 1, leasedUntil: at(seconds) });
  });

  it.each<[string, Leasable, number, boolean]>([
    ['a row that is due', free, 0, true],
    ['a row before it is due', free, -0.001, false],
    ['a leased row', leased, 9.999, false],
    ['a row whose lease has expired', leased, 10, true],
    ['a row whose lease has expired, before it is due', { ...leased, dueAt: at(11) }, 10, false],
  ])('acquires or skips %s', (_, row, seconds, isTaken) => {
    const taken = take(row, leaseTerms('notification', at(seconds)));
    expect(taken?.attempts ?? null).toBe(isTaken ? row.attempts + 1 : null);
  });

  it.each<[string, string, number, boolean]>([
    ['its own lease at once', 'me', 0, true],
    ['its own lease, not before it is due', 'me', -0.001, false],
    ['the lease of another, once it has lapsed', 'you', 10, true],
    ['the lease of another, not before', 'you', 9.999, false],
  ])('takes again: %s', (_, holder, seconds, isTaken) => {
    const taken = takeAgain({ ...leased, holder: 'me' }, holder, leaseTerms('notification', at(seconds)));
    const expected = { ...leased, attempts: 4, holder, leasedUntil: at(seconds + 120) };
    expect(taken).toEqual(isTaken ? expected : null);
  });

  it.each<[string, Leasable, number, boolean]>([
    ['the latest attempt', leased, 3, true],
    ['an earlier attempt', leased, 2, false],
    ['an attempt that never was', leased, 4, false],
    ['an attempt that was settled', { ...leased, leasedUntil: null }, 3, false],
    ['no attempt', free, 0, false],
  ])('settles or ignores %s', (_, row, attempt, counts) => {
    expect(isCurrentLease(row, attempt)).toBe(counts);
    expect(settle(row, attempt)).toEqual(counts ? { ...row, leasedUntil: null } : null);
    expect(settle(row, attempt, at(99))?.dueAt).toEqual(counts ? at(99) : undefined);
  });
});

it('a leased queue gives no row to two workers, loses no row, and counts one result per attempt', () => {
  const step = fc.record({
    seconds: fc.integer({ min: 0, max: 150 }),
    kind: fc.constantFrom('take', 'settle', 'retry', 'crash'),
    worker: fc.nat(5),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      let row = free;
      let time = 0;
      let workers: { attempt: number; until: number }[] = [];
      const settledAttempts = new Set<number>();
      for (const { seconds, kind, worker } of steps) {
        time += seconds;
        const sender = workers[worker % Math.max(1, workers.length)];
        if (kind === 'take') {
          const taken = take(row, leaseTerms('usageReport', at(time)));
          // At most one worker is within its lease.
          expect(
            taken === null ||
              workers.every(({ until, attempt }) => until <= time || settledAttempts.has(attempt)),
          ).toBe(true);
          if (!taken) continue;
          row = taken;
          workers.push({ attempt: row.attempts, until: time + 120 });
        } else if (sender && kind === 'crash') {
          workers = workers.filter((one) => one !== sender);
        } else if (sender) {
          const settled = settle(row, sender.attempt, kind === 'retry' ? at(time + 5) : row.dueAt);
          if (settled) {
            expect(settledAttempts.has(sender.attempt)).toBe(false);
            expect(sender.attempt).toBe(row.attempts);
            settledAttempts.add(sender.attempt);
            row = settled;
          }
        }
        expect(row.attempts).toBeGreaterThanOrEqual(settledAttempts.size);
      }
      expect(isLeased(row, at(time + 120))).toBe(false);
      expect(take(row, leaseTerms('usageReport', at(time + 120)))).not.toBeNull();
    }),
  );
});

describe('the lease of a batch', () => {
  const lease: BatchLease = { leaseId: 'l1', holder: 'me', leasedUntil: at(10), ids: new Set(['a', 'b']) };
  const other: BatchLease = { ...lease, leaseId: 'l2', leasedUntil: at(20), ids: new Set(['c']) };

  it.each<[string, string, readonly BatchLease[], Partial<Leasable>]>([
    ['in no lease', 'd', [lease, other], {}],
    ['without leases', 'a', [], {}],
    ['in the first', 'b', [lease, other], { attempts: 1, leasedUntil: at(10) }],
    ['in the second', 'c', [lease, other], { attempts: 1, leasedUntil: at(20) }],
    [
      'in one that has lapsed',
      'a',
      [{ ...lease, leasedUntil: at(-1) }],
      { attempts: 1, leasedUntil: at(-1) },
    ],
  ])('counts as an attempt of its rows: %s', (_, id, leases, expected) => {
    expect(underLease(free, id, leases)).toEqual({ ...free, ...expected });
  });

  it.each<[string, string, readonly string[], number, boolean]>([
    ['its holder, at work', 'me', ['l1'], 0, false],
    ['its holder, at work on another', 'me', ['l2'], 0, true],
    ['its holder, idle', 'me', [], 0, true],
    ['its holder, at work, after it lapsed', 'me', ['l1'], 10, true],
    ['another, before it lapses', 'you', [], 9.999, false],
    ['another, once it has lapsed', 'you', [], 10, true],
    ['another that works on a lease of that id', 'you', ['l1'], 10, true],
  ])('is released by %s', (_, holder, working, seconds, released) => {
    expect(mayRelease(lease, { holder, working: new Set(working) }, at(seconds))).toBe(released);
  });
});
