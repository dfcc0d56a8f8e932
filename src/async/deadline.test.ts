import { expect, it } from 'vitest';
import { withDeadline } from './deadline.ts';

const never = () => new Promise<string>(() => {});
const long = { milliseconds: 60_000 };
const short = { milliseconds: 1 };

it('returns the result of work that ends in time', async () => {
  expect(
    await withDeadline(
      long,
      async () => 'done',
      () => 'late',
    ),
  ).toBe('done');
});

it('passes on the failure of the work', async () => {
  const failing = () => Promise.reject(new Error('failed'));
  await expect(withDeadline(long, failing, () => 'late')).rejects.toThrow('failed');
  const throwing = () => {
    throw new Error('thrown');
  };
  await expect(withDeadline(long, throwing, () => 'late')).rejects.toThrow('thrown');
});

it('returns the late value, and aborts the work', async () => {
  let given: AbortSignal | undefined;
  const work = (signal: AbortSignal) => {
    given = signal;
    return never();
  };
  expect(await withDeadline(short, work, () => 'late')).toBe('late');
  expect(given?.aborted).toBe(true);
});

it('rejects when late throws', async () => {
  const late = () => {
    throw new Error('too late');
  };
  await expect(withDeadline(short, never, late)).rejects.toThrow('too late');
});

it('ends the wait when stopped, also before it began', async () => {
  const stopping = new AbortController();
  const waiting = withDeadline({ ...long, stopped: stopping.signal }, never, () => 'late');
  stopping.abort();
  expect(await waiting).toBe('late');
  expect(await withDeadline({ ...long, stopped: stopping.signal }, never, () => 'late')).toBe('late');
});

it('does not call late when the work ends between the timeout and its turn', async () => {
  let calls = 0;
  const work = () => new Promise<string>((resolve) => setTimeout(() => resolve('done'), 1));
  const result = withDeadline(short, work, () => {
    calls += 1;
    return 'late';
  });
  // Both timers are due in one turn of the event loop.
  const began = performance.now();
  while (performance.now() - began < 10);
  expect(await result).toBe('done');
  await new Promise((resolve) => setImmediate(resolve));
  expect(calls).toBe(0);
});
