import { closeSync, existsSync, openSync, readSync } from 'node:fs';
import { getHeapStatistics } from 'node:v8';

interface TurnCost {
  /** CPU time of the most expensive turn of the event loop. */
  readonly cpuMilliseconds: number;
  /** By how much memory grew, garbage included. */
  readonly memoryBytes: number;
}

type Measured<Result> = TurnCost & { readonly result: Result };

/** What a request may use of one turn of the event loop, on a core that does the reference work in its time. */
const maxTurnMilliseconds = 50;

/** Parsing this text five times. */
const referenceText = JSON.stringify(
  Array.from({ length: 40_000 }, (_, index) => ({ [`k${index % 100}`]: index })),
);
const referenceMilliseconds = 30;

const threadStatistics = '/proc/thread-self/schedstat';
/** Measuring in every turn would keep a core busy while the work waits. */
const pauseMilliseconds = 1;

/** Node.js 20 tells the CPU time of the process only, which includes its other threads. */
export const canMeasureTurns = existsSync(threadStatistics);

function memoryBytes(): number {
  const { used_heap_size, external_memory } = getHeapStatistics();
  return used_heap_size + external_memory;
}

/** Does the work, and measures the turns of the event loop until it is done. */
async function turnCost<Result>(work: () => Promise<Result>): Promise<Measured<Result>> {
  // An open file and a buffer for all readings make no garbage.
  const statistics = openSync(threadStatistics, 'r');
  const buffer = Buffer.alloc(100);
  /** CPU time of this thread: neither other threads nor a busy machine count. */
  const cpuNanoseconds = () => {
    readSync(statistics, buffer, 0, buffer.length, 0);
    return Number.parseInt(buffer.toString('latin1', 0, 20), 10);
  };
  const memoryBefore = memoryBytes();
  let [mostNanoseconds, mostBytes] = [0, memoryBefore];
  let since = cpuNanoseconds();
  const measure = () => {
    const now = cpuNanoseconds();
    mostNanoseconds = Math.max(mostNanoseconds, now - since);
    mostBytes = Math.max(mostBytes, memoryBytes());
    since = now;
  };
  const timer = setInterval(measure, pauseMilliseconds);
  try {
    const result = await work();
    measure();
    return {
      result,
      cpuMilliseconds: mostNanoseconds / 1_000_000,
      memoryBytes: mostBytes - memoryBefore,
    };
  } finally {
    clearInterval(timer);
    closeSync(statistics);
  }
}

const maxAttempts = 10;

/**
 * The cheapest of several attempts, because a turn may contain a garbage collection of the whole test. A core that is
 * shared with other machines takes more CPU time for the same work, so the limit of an attempt grows with the time of the
 * reference work before it.
 */
export async function cheapest<Result>(
  work: () => Promise<Result>,
): Promise<Measured<Result> & { readonly isCheap: boolean }> {
  let best = await turnCost(work);
  let isCheap = best.cpuMilliseconds <= maxTurnMilliseconds;
  for (let attempt = 2; attempt <= maxAttempts && !isCheap; attempt += 1) {
    const reference = await turnCost(async () => {
      for (let time = 1; time <= 5; time += 1) JSON.parse(referenceText);
    });
    const limit = maxTurnMilliseconds * Math.max(1, reference.cpuMilliseconds / referenceMilliseconds);
    const next = await turnCost(work);
    isCheap = next.cpuMilliseconds <= limit;
    if (isCheap || next.cpuMilliseconds < best.cpuMilliseconds) best = next;
  }
  return { ...best, isCheap };
}
