import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { costlyRuns } from '../../../tests/support/run/property-runs.ts';
import {
  bodyCost,
  maxLeadMilliseconds,
  type RateLimitState,
  refusingLimit,
  secondsUntil,
  take,
  takeBoth,
  unitsPerRequest,
} from './rate-limit.ts';

const start = Date.UTC(2025, 0, 1);
const minute = 60_000;

const anyLimit = fc.integer({ min: 60, max: 6_000 });
const anyState = anyLimit.chain((limit) =>
  fc.record({
    limit: fc.constant(limit),
    spent: fc.integer({ min: 0, max: limit * unitsPerRequest }),
    countedUntil: fc.constant(start),
  }),
);

/** The number of `attempts` allowed at one instant, and the resulting state. */
function takeMany(state: RateLimitState | undefined, limit: number, now: number, attempts: number) {
  let current = state;
  let passed = 0;
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const result = take(current, limit, now);
    current = result.state;
    if (result.decision.allowed) passed += 1;
  }
  return { passed, state: current };
}

function passingAtOnce(state: RateLimitState | undefined, limit: number, now: number): number {
  return takeMany(state, limit, now, limit + 1).passed;
}

const exhausted = (limit: number): RateLimitState => ({
  limit,
  spent: limit * unitsPerRequest,
  countedUntil: start,
});

describe('take', () => {
  type Case = [
    name: string,
    state: RateLimitState | undefined,
    limit: number,
    millisecondsLater: number,
    allowed: boolean,
    remaining: number,
    secondsUntilMore: number,
  ];
  const cases: Case[] = [
    ['the first request', undefined, 60, 0, true, 59, 1],
    ['one request beyond the limit', exhausted(60), 60, 0, false, 0, 1],
    ['a millisecond too early', exhausted(60), 60, 999, false, 0, 1],
    ['the first refilled request', exhausted(60), 60, 1_000, true, 0, 1],
    ['half a minute after the end', exhausted(600), 600, 30_000, true, 299, 1],
    ['a minute after the end', exhausted(6_000), 6_000, minute, true, 5_999, 1],
    ['a year after the end', exhausted(6_000), 6_000, 365 * 24 * 60 * minute, true, 5_999, 1],
    ['a limit slower than one a second', exhausted(7), 7, 0, false, 0, 9],
    ['a spent limit that is raised', exhausted(60), 6_000, 0, false, 0, 1],
    ['a spent limit that is raised, a tenth of a second later', exhausted(60), 6_000, 100, true, 9, 1],
    ['a spent limit that is lowered', exhausted(6_000), 60, 0, false, 0, 1],
    ['a spent limit that is lowered, a second later', exhausted(6_000), 60, 1_000, true, 0, 1],
    ['a spent limit when the clock steps back a little', exhausted(60), 60, -500, false, 0, 2],
    ['a spent limit when the clock steps back an hour', exhausted(60), 60, -60 * minute, false, 0, 2],
  ];

  test.each(cases)(
    'decides for %s',
    (_, state, limit, millisecondsLater, allowed, remaining, secondsUntilMore) => {
      const { decision } = take(state, limit, start + millisecondsLater);
      expect(decision).toEqual({ allowed, limit, remaining, secondsUntilMore });
    },
  );

  it('allows exactly the limit at once', () => {
    for (let limit = 60; limit <= 6_000; limit += 1) {
      const last = { limit, spent: (limit - 1) * unitsPerRequest, countedUntil: start };
      expect(take(last, limit, start).decision.allowed).toBe(true);
      expect(take(exhausted(limit), limit, start).decision.allowed).toBe(false);
    }
    expect(passingAtOnce(undefined, 60, start)).toBe(60);
    expect(passingAtOnce(undefined, 6_000, start)).toBe(6_000);
  });

  it('charges nothing for a refused request', () => {
    const refusedMany = takeMany(exhausted(60), 60, start + 500, 1_000);
    expect(refusedMany.passed).toBe(0);
    expect(take(refusedMany.state, 60, start + 1_000).decision.allowed).toBe(true);
  });
});

describe('takeBoth', () => {
  it.each([
    ['both have room', undefined, undefined, true, [59, 119]],
    ['the own limit is used up', exhausted(60), undefined, false, [0, 120]],
    ['the shared limit is used up', undefined, exhausted(120), false, [60, 0]],
    ['both are used up', exhausted(60), exhausted(120), false, [0, 0]],
  ])('charges both limits or neither: %s', (_name, own, shared, allowed, remaining) => {
    const { decision, ...states } = takeBoth(own, 60, shared, 120, start);
    expect(decision.allowed).toBe(allowed);
    expect([decision.remaining, decision.shared?.remaining]).toEqual(remaining);
    expect([decision.limit, decision.shared?.limit]).toEqual([60, 120]);
    const left = (state: RateLimitState) => state.limit - state.spent / unitsPerRequest;
    expect([left(states.state), left(states.shared)]).toEqual(remaining);
  });

  it.each([
    ['the own limit', exhausted(60), undefined, 60],
    ['the shared limit', undefined, exhausted(120), 120],
    ['the one with the longer wait', exhausted(60), exhausted(120), 60],
  ])('names the limit that refused: %s', (_name, own, shared, limit) => {
    expect(refusingLimit(takeBoth(own, 60, shared, 120, start).decision).limit).toBe(limit);
  });

  it('charges several requests at once, or none of them', () => {
    const spent = (requests: number, limit: number) => ({
      ...exhausted(limit),
      spent: requests * unitsPerRequest,
    });
    const allowed = takeBoth(spent(51, 60), 60, spent(51, 120), 120, start, 9);
    expect([allowed.decision.allowed, allowed.decision.remaining]).toEqual([true, 0]);
    const refused = takeBoth(spent(52, 60), 60, spent(52, 120), 120, start, 9);
    expect([refused.decision.allowed, refused.decision.remaining]).toEqual([false, 8]);
    expect([refused.state, refused.shared].map((state) => state.spent / unitsPerRequest)).toEqual([52, 52]);
    expect(refusingLimit(refused.decision, 9)).toMatchObject({ limit: 60 });
  });

  it('names the seconds until several requests are allowed', () => {
    fc.assert(
      fc.property(anyState, fc.integer({ min: 1, max: 10 }), (state, requests) => {
        const { decision } = take(state, state.limit, start, requests);
        fc.pre(!decision.allowed);
        const wait = secondsUntil(requests, decision) * 1_000;
        expect(take(state, state.limit, start + wait, requests).decision.allowed).toBe(true);
        const early = start + Math.max(0, wait - 2_000);
        expect(take(state, state.limit, early, requests).decision.allowed).toBe(false);
      }),
    );
  });

  it('never allows more than either limit, whoever shares them', () => {
    let shared: RateLimitState | undefined;
    const passed = [0, 1, 2].map(() => {
      let own: RateLimitState | undefined;
      let count = 0;
      for (let attempt = 0; attempt < 100; attempt += 1) {
        const taken = takeBoth(own, 60, shared, 150, start);
        ({ state: own, shared } = taken);
        if (taken.decision.allowed) count += 1;
      }
      return count;
    });
    expect(passed).toEqual([60, 60, 30]);
  });
});

describe('properties', () => {
  it('never allows more than the limit plus refill in any window', () => {
    const anyBursts = fc.array(fc.record({ gap: fc.nat({ max: 20_000 }), attempts: fc.nat({ max: 400 }) }), {
      minLength: 1,
      maxLength: 30,
    });
    fc.assert(
      fc.property(fc.integer({ min: 60, max: 600 }), anyBursts, (limit, bursts) => {
        let now = start;
        let state: RateLimitState | undefined;
        const passages: { at: number; passed: number }[] = [];
        for (const { gap, attempts } of bursts) {
          now += gap;
          const result = takeMany(state, limit, now, attempts);
          state = result.state;
          passages.push({ at: now, passed: result.passed });
        }
        passages.forEach((first, index) => {
          let passed = 0;
          for (const { at, passed: more } of passages.slice(index)) {
            passed += more;
            expect(passed).toBeLessThanOrEqual(limit + Math.floor((limit * (at - first.at)) / minute));
          }
        });
      }),
    );
  });

  it('is full after an idle minute', () => {
    fc.assert(
      fc.property(anyState, anyLimit, fc.nat(), (state, limit, more) => {
        expect(passingAtOnce(state, limit, start + minute + more)).toBe(limit);
      }),
      { numRuns: costlyRuns },
    );
  });

  it('refills evenly: the k-th token returns at the k-th fraction of the minute, not earlier', () => {
    fc.assert(
      fc.property(anyLimit, fc.integer({ min: 1, max: 6_000 }), (limit, any) => {
        const k = Math.min(any, limit);
        const due = Math.ceil((k * minute) / limit);
        expect(passingAtOnce(exhausted(limit), limit, start + due)).toBe(k);
        expect(passingAtOnce(exhausted(limit), limit, start + due - 1)).toBe(k - 1);
      }),
    );
  });

  it('reports the remaining requests correctly', () => {
    fc.assert(
      fc.property(
        anyState,
        anyLimit,
        fc.integer({ min: -3 * minute, max: minute }),
        (state, limit, after) => {
          const { decision, state: next } = take(state, limit, start + after);
          expect(passingAtOnce(next, limit, start + after)).toBe(decision.remaining);
        },
      ),
    );
  });

  it('reports the seconds until the next request, rounded up', () => {
    fc.assert(
      fc.property(
        anyState,
        anyLimit,
        fc.integer({ min: -3 * minute, max: minute }),
        (state, limit, after) => {
          const now = start + after;
          const { decision, state: next } = take(state, limit, now);
          const { remaining, secondsUntilMore } = decision;
          expect(secondsUntilMore).toBeGreaterThan(0);
          expect(passingAtOnce(next, limit, now + secondsUntilMore * 1_000)).toBeGreaterThan(remaining);
          expect(passingAtOnce(next, limit, now + (secondsUntilMore - 1) * 1_000)).toBe(remaining);
        },
      ),
    );
  });

  it('refills nothing when the clock jitters backwards', () => {
    const anySteps = fc.array(
      fc.record({
        forward: fc.nat({ max: 5_000 }),
        behind: fc.nat({ max: maxLeadMilliseconds }),
        attempts: fc.nat({ max: 100 }),
      }),
      { maxLength: 50 },
    );
    fc.assert(
      fc.property(fc.integer({ min: 60, max: 600 }), anySteps, (limit, steps) => {
        let furthest = start;
        let passed = 0;
        let state: RateLimitState | undefined = take(undefined, limit, start).state;
        for (const { forward, behind, attempts } of steps) {
          furthest += forward;
          const result = takeMany(state, limit, furthest - behind, attempts);
          passed += result.passed;
          state = result.state;
        }
        expect(1 + passed).toBeLessThanOrEqual(limit + Math.floor((limit * (furthest - start)) / minute));
      }),
    );
  });

  it('neither refills nor blocks when the clock steps back', () => {
    fc.assert(
      fc.property(anyState, fc.integer({ min: 1, max: 10 * 365 * 24 * 60 * minute }), (state, back) => {
        const { limit } = state;
        const now = start - back;
        expect(passingAtOnce(state, limit, now)).toBe(passingAtOnce(state, limit, start));
        const seen = take(state, limit, now).state;
        const later = now + maxLeadMilliseconds + Math.ceil(minute / limit);
        expect(take(seen, limit, later).decision.allowed).toBe(true);
      }),
    );
  });

  it('gains no tokens by changing the limit back and forth', () => {
    fc.assert(
      fc.property(anyState, anyLimit, (state, other) => {
        const there = take({ ...state, spent: state.limit * unitsPerRequest }, other, start);
        expect(there.decision.allowed).toBe(false);
        expect(take(there.state, state.limit, start).decision.allowed).toBe(false);
        expect(take({ ...state, spent: 0 }, other, start).decision.remaining).toBe(other - 1);
      }),
    );
  });
});

it.each([
  [0, 1],
  [1, 1],
  [65_536, 1],
  [65_537, 2],
  [1_048_576, 16],
  [10_000_000, 153],
])('a body of %i bytes counts as %i requests', (bytes, requests) => {
  expect(bodyCost(bytes)).toBe(requests);
});
