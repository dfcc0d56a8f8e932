import { afterEach, expect, it } from 'vitest';
import { runWorker, type Worker } from './worker.ts';

const anHour = 3_600_000;
const workers: Worker[] = [];
afterEach(async () => {
  for (const worker of workers.splice(0)) await worker.stop();
});

function run(options: Partial<Parameters<typeof runWorker>[0]>): ReturnType<typeof runWorker> {
  const worker = runWorker({
    work: async () => false,
    pause: anHour,
    now: () => new Date(),
    onFailure: () => {},
    ...options,
  });
  workers.push(worker);
  return worker;
}

it('a worker starts at once', async () => {
  let passes = 0;
  run({
    work: async () => {
      passes += 1;
      return false;
    },
  });
  await expect.poll(() => passes).toBe(1);
});

it('a worker processes a backlog without a pause, then waits', async () => {
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
  // With a pause of an hour anywhere this would never finish.
  await expect.poll(() => backlog).toBe(0);
  await expect.poll(() => calls).toBe(101);
});

it('a worker runs again after its pause', async () => {
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

it('a worker reports a failure and continues', async () => {
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

it('a worker pauses after a failure', async () => {
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

it('a worker is woken from its pause, and runs again when it was woken during a pass', async () => {
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

it('a worker stops at once during its pause', async () => {
  const worker = run({});
  await worker.stop();
});

it('a worker stops after the current pass, and starts no other', async () => {
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

it('a worker continues after a pass that never ends, and reports it', async () => {
  const failures: unknown[] = [];
  let passes = 0;
  const worker = runWorker({
    work: () => {
      passes += 1;
      return passes === 1 ? new Promise(() => {}) : Promise.resolve(false);
    },
    pause: 10,
    deadline: 20,
    now: () => new Date(),
    onFailure: (error) => failures.push(error),
  });
  await expect.poll(() => passes).toBeGreaterThan(2);
  await worker.stop();
  expect(failures).toEqual([new Error('The pass has not ended after 0.02 seconds; the next one begins')]);
});

it('a worker records failed passes, also those with a reported failure, and the next success', async () => {
  let time = new Date('2026-11-15T09:00:00Z');
  let fault: 'thrown' | 'reported' | 'none' = 'thrown';
  const worker = run({
    now: () => time,
    work: async () => {
      if (fault === 'thrown') throw new Error('broken');
      return false;
    },
    takeReport: () => fault === 'reported',
  });
  await expect.poll(() => worker.history().consecutiveFailures).toBe(1);
  const failingSince = time;
  time = new Date('2026-11-15T09:01:00Z');
  fault = 'reported';
  worker.wake();
  await expect.poll(() => worker.history().consecutiveFailures).toBe(2);
  expect(worker.history()).toMatchObject({ lastSuccessAt: null, failingSince, lastFailureAt: time });
  fault = 'none';
  worker.wake();
  await expect.poll(() => worker.history().lastSuccessAt).toEqual(time);
  expect(worker.history()).toMatchObject({ consecutiveFailures: 0, failingSince: null, runningSince: null });
});

it('a worker starts no pass while it may not work', async () => {
  let mayWork = false;
  let passes = 0;
  const worker = run({
    pause: 1,
    mayWork: () => mayWork,
    work: async () => {
      passes += 1;
      return false;
    },
  });
  await new Promise((resolve) => setImmediate(resolve));
  expect([passes, worker.history().lastSuccessAt]).toEqual([0, null]);
  mayWork = true;
  await expect.poll(() => passes).toBeGreaterThan(0);
});
