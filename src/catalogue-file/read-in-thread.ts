import { Worker } from 'node:worker_threads';
import type { TSchema } from 'typebox';
import { type Refusal, refuse, refuseInvalid } from '../core/refusal.ts';
import type { readYaml } from './read-yaml.js';

/** A file of the largest size takes a tenth of this on a slow machine. */
const budgetSeconds = 5;
const threadsAtOnce = 2;
const mostWaiting = 10;
const megabytesPerThread = 128;
/** Beside the bundle, and beside this file. */
const threadFile = new URL('./yaml-thread.js', import.meta.url);

let running = 0;
const waiting: (() => void)[] = [];

/**
 * Reads YAML in a thread of its own: a short text can keep the parser busy for minutes, which would block the event loop.
 * The thread is stopped when it exceeds its time or its memory.
 */
export async function readInThread(text: string, schema: TSchema): Promise<unknown | Refusal> {
  if (running === threadsAtOnce) {
    if (waiting.length === mostWaiting) return refuse('service.unavailable');
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else {
    running += 1;
  }
  try {
    return await readOnce(text, schema);
  } finally {
    // The place is handed to the next in the queue, or is free.
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

function readOnce(text: string, schema: TSchema): Promise<unknown | Refusal> {
  const thread = new Worker(threadFile, {
    workerData: { schema },
    resourceLimits: { maxOldGenerationSizeMb: megabytesPerThread },
  });
  let timer: NodeJS.Timeout | undefined;
  const read = new Promise<unknown | Refusal>((resolve, reject) => {
    thread.on('message', (message: 'ready' | ReturnType<typeof readYaml>) => {
      if (message === 'ready') {
        // Time is counted from here: on a busy machine the start of a thread takes longer than reading.
        timer = setTimeout(() => resolve(refuseCostly()), budgetSeconds * 1_000);
        thread.postMessage(text);
        return;
      }
      resolve('value' in message ? message.value : refuseInvalid(message.issues));
    });
    thread.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') resolve(refuseCostly());
      else reject(error);
    });
    thread.on('exit', () => reject(new Error('The thread that reads YAML ended without a result')));
  });
  return read.finally(() => {
    clearTimeout(timer);
    void thread.terminate();
  });
}

function refuseCostly(): Refusal {
  const message = `takes more than ${budgetSeconds} seconds or ${megabytesPerThread} MB to read; write it more plainly`;
  return refuseInvalid([{ path: 'file', rule: 'cost', message }]);
}
