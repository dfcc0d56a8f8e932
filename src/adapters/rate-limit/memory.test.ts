import { expect, it } from 'vitest';
import { createMemoryRateLimiter } from './memory.ts';

function stoppedClock() {
  let now = Date.UTC(2025, 0, 1);
  return {
    now: () => new Date(now),
    forward(milliseconds: number) {
      now += milliseconds;
    },
  };
}

it('allows exactly the limit, per key', () => {
  const limiter = createMemoryRateLimiter(stoppedClock());
  const allowed = (key: string) =>
    Array.from({ length: 200 }, () => limiter.take(key, 60)).filter((decision) => decision.allowed).length;
  expect(allowed('one')).toBe(60);
  expect(allowed('other')).toBe(60);
});

it('takes several requests at once, or none', () => {
  const limiter = createMemoryRateLimiter(stoppedClock());
  expect(limiter.take('a', 60, 50)).toMatchObject({ allowed: true, remaining: 10 });
  expect(limiter.take('a', 60, 11)).toMatchObject({ allowed: false, remaining: 10 });
  expect(limiter.take('a', 60, 10)).toMatchObject({ allowed: true, remaining: 0 });
});

it('refills by its clock', () => {
  const clock = stoppedClock();
  const limiter = createMemoryRateLimiter(clock);
  for (let count = 0; count < 60; count += 1) limiter.take('key', 60);
  expect(limiter.take('key', 60)).toEqual({ allowed: false, limit: 60, remaining: 0, secondsUntilMore: 1 });
  clock.forward(2_000);
  expect(limiter.take('key', 60)).toEqual({ allowed: true, limit: 60, remaining: 1, secondsUntilMore: 1 });
});

it('returns reserved requests, and never more', () => {
  const limiter = createMemoryRateLimiter(stoppedClock());
  limiter.giveBack('key');
  for (let count = 0; count < 60; count += 1) limiter.take('key', 60);
  expect(limiter.take('key', 60).allowed).toBe(false);
  limiter.giveBack('key');
  expect(limiter.take('key', 60).allowed).toBe(true);
  expect(limiter.take('key', 60).allowed).toBe(false);
  for (let count = 0; count < 70; count += 1) limiter.giveBack('key');
  expect(limiter.take('key', 60).remaining).toBe(59);
});

it('stores a bounded number of keys, the most recently used', () => {
  const limiter = createMemoryRateLimiter(stoppedClock(), 2);
  limiter.take('first', 60);
  limiter.take('second', 60);
  limiter.take('first', 60);
  limiter.take('third', 60);
  expect(limiter.take('first', 60).remaining).toBe(57);
  expect(limiter.take('second', 60).remaining).toBe(59);
});
