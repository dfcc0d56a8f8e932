import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createReadiness, type ReadinessCheck } from './readiness.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('caches checks that cost queries for a second, and shows others at once', async () => {
  const runs = { database: 0, stopping: 0 };
  const check = (name: keyof typeof runs): ReadinessCheck => ({
    name,
    states: { ok: 'ok' },
    examine: () => {
      runs[name] += 1;
      return 'ok';
    },
  });
  const readiness = createReadiness(
    [{ ...check('database'), costsQueries: true }, check('stopping')],
    () => {},
  );
  for (let probes = 0; probes < 5; probes++) await readiness();
  expect(runs).toEqual({ database: 1, stopping: 5 });
  vi.advanceTimersByTime(1_000);
  await readiness();
  expect(runs).toEqual({ database: 2, stopping: 6 });
});
