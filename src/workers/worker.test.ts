import { afterEach, expect, it } from 'vitest';
import { runWorker, type Worker } from './worker.ts';

const anHour = 3_600_000;
const workers: Worker[] = [];
afterEach(async () => {
  for (const worker of workers.splice(0)) await worker.stop();
});

function run(options: Partial<Parameters<typeof runWorker>[0]>): Worker {
  const worker = runWorker({
    work: async () => false,
    pause: anHour,
    onFailure: () => {},
    ...options,
  });
  workers.push(worker);
  return worker;
}

it('begins at once', async () => {
  let pieces = 0;
  run({
    work: async () => {
      pieces += 1;
      return false;
    },
  });
  await expect.poll(() => pieces).toBe(1);
});

it('works through a backlog without a pause, then rests', async () => {
  let backlog = 100;
  let calls = 0;
  run({
    work: async () => {
      calls += 1;
      if (backlog === 0) return false;
      backlog -= 1;
      return true;
    },
  });
  // With an hour's pause anywhere this would never get there.
  await expect.poll(() => backlog).toBe(0);
  await expect.poll(() => calls).toBe(101);
});

it('comes again after its pause', async () => {
  let calls = 0;
  run({
    pause: 1,
    work: async () => {
      calls += 1;
      return false;
    },
  });
  await expect.poll(() => calls).toBeGreaterThan(3);
});

it('tells of a failure and goes on', async () => {
  const failures: unknown[] = [];
  let calls = 0;
  run({
    pause: 1,
    onFailure: (error) => failures.push(error),
    work: async () => {
      calls += 1;
      if (calls <= 2) throw new Error(`failure ${calls}`);
      return false;
    },
  });
  await expect.poll(() => calls).toBeGreaterThan(3);
  expect(failures.map(String)).toEqual(['Error: failure 1', 'Error: failure 2']);
});

it('pauses after a failure instead of failing as fast as it can', async () => {
  const failures: unknown[] = [];
  const worker = run({
    onFailure: (error) => failures.push(error),
    work: async () => {
      throw new Error('still broken');
    },
  });
  await expect.poll(() => failures.length).toBe(1);
  await worker.stop();
  expect(failures).toHaveLength(1);
});

it('is woken from its rest, and works again when it was woken at work', async () => {
  let calls = 0;
  let finish = () => {};
  const worker = run({
    work: async () => {
      calls += 1;
      if (calls === 2) {
        await new Promise<void>((resolve) => {
          finish = resolve;
        });
      }
      return false;
    },
  });
  await expect.poll(() => calls).toBe(1);
  worker.wake();
  await expect.poll(() => calls).toBe(2);
  worker.wake();
  finish();
  await expect.poll(() => calls).toBe(3);
});

it('stops at once while it rests', async () => {
  const worker = run({});
  await worker.stop();
});

it('stops after the piece of work that is under way, and begins no other', async () => {
  let finish = () => {};
  let calls = 0;
  const worker = run({
    work: async () => {
      calls += 1;
      await new Promise<void>((resolve) => {
        finish = resolve;
      });
      return true;
    },
  });
  await expect.poll(() => calls).toBe(1);
  let hasStopped = false;
  const stopped = worker.stop().then(() => {
    hasStopped = true;
  });
  await new Promise((resolve) => setImmediate(resolve));
  expect(hasStopped).toBe(false);
  finish();
  await stopped;
  expect(calls).toBe(1);
});

it('goes on after a piece of work that never ends, and reports it', async () => {
  const failures: unknown[] = [];
  let pieces = 0;
  const worker = runWorker({
    work: () => {
      pieces += 1;
      return pieces === 1 ? new Promise(() => {}) : Promise.resolve(false);
    },
    pause: 10,
    deadline: 20,
    onFailure: (error) => failures.push(error),
  });
  await expect.poll(() => pieces).toBeGreaterThan(2);
  await worker.stop();
  expect(failures).toEqual([new Error('Still at work after 0.02 seconds; the next piece begins')]);
});
